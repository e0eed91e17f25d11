{{- define "gossamer.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "gossamer.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "gossamer.selector" . }}
{{- end }}

{{- define "gossamer.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gossamer.image" -}}
{{- with .Values.image }}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* Values that do not fit together are refused here, with what to do. */}}
{{- define "gossamer.check" -}}
{{- if not .Values.postgres.enabled }}
{{- if gt (int .Values.replicas) 1 }}{{ fail "replicas: more than one needs postgres.enabled=true." }}{{ end }}
{{- if gt (int .Values.workers.replicas) 0 }}{{ fail "workers.replicas: workers need postgres.enabled=true." }}{{ end }}
{{- if or .Values.autoscaling.enabled .Values.workers.autoscaling.enabled }}{{ fail "autoscaling: more than one server needs postgres.enabled=true." }}{{ end }}
{{- if .Values.backup.enabled }}{{ fail "backup: it needs postgres.enabled=true; beside SQLite run `gossamer backup` in the server's pod." }}{{ end }}
{{- else }}
{{- if not .Values.existingSecret }}{{ fail "existingSecret: with postgres.enabled it names the Secret that has GOSSAMER_DATABASE_URL and GOSSAMER_SECRET_KEY." }}{{ end }}
{{- if and (not .Values.blobsUrl) (or (gt (int .Values.replicas) 1) (gt (int .Values.workers.replicas) 0)) }}{{ fail "blobsUrl: replicas and workers need one object store, as s3://bucket/prefix." }}{{ end }}
{{- end }}
{{- if and .Values.monitoring.enabled (not .Values.existingSecret) }}{{ fail "monitoring: existingSecret names the Secret that has GOSSAMER_METRICS_TOKEN." }}{{ end }}
{{- end }}

{{- /* The parts of a pod that servers and workers share. Takes "root", "command", "resources", "data" (a volume). */}}
{{- define "gossamer.pod" -}}
serviceAccountName: {{ include "gossamer.name" .root }}
automountServiceAccountToken: false
terminationGracePeriodSeconds: {{ add .root.Values.stopGraceSeconds 10 }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
containers:
  - name: gossamer
    image: {{ include "gossamer.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: [{{ .command }}]
    securityContext: {{- toYaml .root.Values.securityContext | nindent 6 }}
    env:
      - name: POD_IP
        valueFrom:
          fieldRef:
            fieldPath: status.podIP
      - name: GOSSAMER_ADVERTISE_URL
        value: http://$(POD_IP):3002
      - name: GOSSAMER_STOP_GRACE_SECONDS
        value: {{ .root.Values.stopGraceSeconds | quote }}
      {{- if eq .command "worker" }}
      # A worker shows its figures and whether it lives, and nothing else.
      - name: GOSSAMER_METRICS_LISTEN
        value: 0.0.0.0:3002
      {{- end }}
      {{- with .root.Values.blobsUrl }}
      - name: GOSSAMER_BLOBS_URL
        value: {{ . | quote }}
      {{- end }}
      {{- range $name, $value := .root.Values.settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    {{- with .root.Values.existingSecret }}
    envFrom:
      - secretRef:
          name: {{ . }}
    {{- end }}
    ports:
      - name: http
        containerPort: 3002
    startupProbe:
      httpGet: { path: /health/live, port: http }
      periodSeconds: 2
      # A migration of a large database takes its time.
      failureThreshold: 150
    livenessProbe:
      httpGet: { path: /health/live, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    {{- if eq .command "serve" }}
    readinessProbe:
      httpGet: { path: /health/ready, port: http }
      periodSeconds: 5
      timeoutSeconds: 6
    lifecycle:
      # Until every proxy has learnt that this pod goes, it still takes requests.
      preStop:
        exec: { command: [sleep, "5"] }
    {{- end }}
    resources: {{- toYaml .resources | nindent 6 }}
    volumeMounts:
      - name: data
        mountPath: /data
      - name: shared-memory
        mountPath: /dev/shm
      {{- with .root.Values.extraVolumeMounts }}{{ toYaml . | nindent 6 }}{{ end }}
volumes:
  - name: shared-memory
    emptyDir:
      medium: Memory
      sizeLimit: {{ .root.Values.sharedMemory }}
  {{- if .data }}
  - name: data
    {{- toYaml .data | nindent 4 }}
  {{- end }}
  {{- with .root.Values.extraVolumes }}{{ toYaml . | nindent 2 }}{{ end }}
{{- with .root.Values.topologySpreadKeys }}
topologySpreadConstraints:
  {{- range . }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "gossamer.selector" $.root | nindent 8 }}
        app.kubernetes.io/component: {{ eq $.command "worker" | ternary "worker" "server" }}
  {{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
