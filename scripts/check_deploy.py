# /// script
# requires-python = ">=3.11"
# dependencies = ["helm-python-sdk==0.2.*", "kubernetes-validate>=1.37,<2", "compose-spec==0.2.*", "pyyaml>=6"]
# ///
"""Lint and render the Helm chart with Helm's own engine, and check what it renders, the compose files and the lock file.

Manifests are checked against the schemas of Kubernetes, strictly: a member that Kubernetes does not know is a mistake.
Run it by `make check-deploy`; uv brings the libraries, and no cluster is needed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import helm_python as helm
import kubernetes_validate
import yaml
from compose_spec import PyOptions

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
CHART = DEPLOY / "helm" / "gossamer"
VERSIONS = ("1.29", "1.37")
# What the image is made for, as uv names it; Debian 13 has glibc 2.41.
PLATFORMS = ("x86_64-manylinux_2_40", "aarch64-manylinux_2_40")
POSTGRES = {"postgres": {"enabled": True}, "existingSecret": "gossamer", "blobsUrl": "s3://pages"}
# As `docker compose` fills in `${NAME:-default}` and `${NAME:?message}`.
_INTERPOLATION = re.compile(r"\$\{\w+(?::-(?P<default>[^}]*)|:\?[^}]*)\}")
# Kinds of Prometheus' operator, whose schemas are not those of Kubernetes.
OPERATORS = {"PodMonitor", "PrometheusRule"}
KINDS = {
    "ServiceAccount",
    "Service",
    "Deployment",
    "PersistentVolumeClaim",
    "PodDisruptionBudget",
    "Ingress",
    "NetworkPolicy",
    "HorizontalPodAutoscaler",
    "CronJob",
    *OPERATORS,
}
RENDERED: Mapping[str, tuple[Mapping[str, Any], list[str]]] = {
    "embedded": ({}, ["Deployment", "PersistentVolumeClaim", "Service", "ServiceAccount"]),
    "a claim of its own": (
        {"persistence": {"existingClaim": "mine"}, "podSecurityContext": {"runAsUser": None}},
        ["Deployment", "Service", "ServiceAccount"],
    ),
    "replicas and workers": (
        {
            **POSTGRES,
            "replicas": 3,
            "workers": {"replicas": 4},
            "ingress": {"enabled": True, "className": "nginx", "tlsSecret": "tls", "annotations": {"a": "b"}},
            "networkPolicy": {"enabled": True, "fromNamespaces": {"kubernetes.io/metadata.name": "ingress-nginx"}},
            "settings": {"GOSSAMER_LOG_LEVEL": "info", "GOSSAMER_WORKERS": 2},
            "nodeSelector": {"kubernetes.io/arch": "arm64"},
            "tolerations": [{"key": "a", "operator": "Exists"}],
            "affinity": {"podAntiAffinity": {}},
            "imagePullSecrets": [{"name": "registry"}],
            "podAnnotations": {"prometheus.io/scrape": "true"},
            "image": {"digest": "sha256:" + "0" * 64},
        },
        [
            "Deployment",
            "Deployment",
            "Ingress",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "PodDisruptionBudget",
            "Service",
            "ServiceAccount",
        ],
    ),
    "scaled, watched and backed up": (
        {
            **POSTGRES,
            "autoscaling": {"enabled": True},
            "workers": {"autoscaling": {"enabled": True}},
            "monitoring": {"enabled": True, "labels": {"release": "prometheus"}},
            "backup": {"enabled": True, "claim": "backups"},
            "extraVolumes": [{"name": "lists", "configMap": {"name": "lists"}}],
            "extraVolumeMounts": [{"name": "lists", "mountPath": "/lists"}],
        },
        [
            "CronJob",
            "Deployment",
            "Deployment",
            "HorizontalPodAutoscaler",
            "HorizontalPodAutoscaler",
            "PodDisruptionBudget",
            "PodDisruptionBudget",
            "PodMonitor",
            "PrometheusRule",
            "Service",
            "ServiceAccount",
        ],
    ),
}
REFUSED: Mapping[str, Mapping[str, Any]] = {
    "replicas: more than one needs postgres.enabled=true.": {"replicas": 2},
    "workers.replicas: workers need postgres.enabled=true.": {"workers": {"replicas": 1}},
    "existingSecret: ": {"postgres": {"enabled": True}},
    "blobsUrl: ": {**POSTGRES, "blobsUrl": "", "replicas": 2},
    "backup.claim: ": {**POSTGRES, "backup": {"enabled": True}},
    "autoscaling: ": {"autoscaling": {"enabled": True}},
    "monitoring: ": {"monitoring": {"enabled": True}},
    "minimum": {"replicas": 0},
}


def manifests(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    with helm.Chart.load(CHART) as chart:
        for name, text in chart.render(dict(values), name="web", namespace="data").items():
            if not name.endswith("NOTES.txt"):
                yield from (one for one in yaml.safe_load_all(text) if one)


def pods(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield from (one["spec"]["template"]["spec"] for one in found if one["kind"] == "Deployment")


def hardened(pod: Mapping[str, Any]) -> bool:
    """Return whether *pod* is as careful as the documentation says, and its mounts have volumes."""
    [container] = pod["containers"]
    context = container["securityContext"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    return (
        pod["securityContext"]["runAsNonRoot"]
        and context["readOnlyRootFilesystem"]
        and not context["allowPrivilegeEscalation"]
        and context["capabilities"] == {"drop": ["ALL"]}
        and not pod["automountServiceAccountToken"]
        and pod["terminationGracePeriodSeconds"] == 30
        and {mount["name"] for mount in container["volumeMounts"]} == volumes
        and "memory" in container["resources"]["limits"]
        and container["livenessProbe"]["httpGet"]["path"] == "/health/live"
        and ("readinessProbe" in container) == (container["args"] == ["serve"])
    )


def check_rendered(name: str, values: Mapping[str, Any], kinds: list[str]) -> None:
    found = list(manifests(values))
    assert sorted(one["kind"] for one in found) == kinds, [one["kind"] for one in found]
    assert set(kinds) <= KINDS
    for manifest in (one for one in found if one["kind"] not in OPERATORS):
        for version in VERSIONS:
            kubernetes_validate.validate(manifest, version, strict=True)
    assert all(map(hardened, pods(found)))
    print(f"ok  chart: {name}: {len(found)} manifests")


def check_refused(message: str, values: Mapping[str, Any]) -> None:
    try:
        list(manifests(values))
    except helm.HelmError as error:
        assert message in str(error), error
        print(f"ok  chart refuses: {str(error).strip().splitlines()[-1][-100:]}")
    else:
        raise AssertionError(f"These values were not refused: {values}")


def check_compose(file: Path, services: set[str]) -> None:
    """Parse *file* by the Compose specification, and look at what it binds and hardens."""
    text = _INTERPOLATION.sub(lambda found: found["default"] or "given", file.read_text("utf-8"))
    options = PyOptions()
    options.apply_merge = True
    options.from_yaml(text).validate()
    found = yaml.safe_load(text)
    assert set(found["services"]) == services
    ours = [service for service in found["services"].values() if service["image"].startswith("gossamer")]
    for service in ours:
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert "no-new-privileges:true" in service["security_opt"]
        assert all((DEPLOY / one.removeprefix("seccomp:")).exists() for one in service["security_opt"][1:])
        assert all(volume.split(":")[0] in found["volumes"] for volume in service["volumes"])
    volumes = [one.split(":")[0] for service in found["services"].values() for one in service.get("volumes", [])]
    assert [one for one in volumes if one.startswith(".") and not (DEPLOY / one).exists()] == []
    print(f"ok  {file.name}: {', '.join(sorted(services))}")


def check_unit(file: Path) -> None:
    """Let systemd read the unit, where it is installed; the program need not be."""
    if shutil.which("systemd-analyze") is None:
        print(f"--  {file.name}: there is no systemd-analyze to read it")
        return
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder, file.name)
        unit.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", file.read_text("utf-8")), "utf-8")
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    print(f"ok  {file.name}: systemd reads it")


def check_wheels(platform: str) -> None:
    """Resolve the locked dependencies for *platform*: each has a wheel for it, so that the image needs no compiler."""
    command = [
        os.environ.get("UV", "uv"),
        "sync",
        "--quiet",
        "--frozen",
        "--no-dev",
        "--all-extras",
        "--no-install-project",
        "--no-build",
    ]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*command, "--dry-run", "--python-platform", platform],
            cwd=ROOT,
            env={**os.environ, "UV_PROJECT_ENVIRONMENT": f"{folder}/environment"},
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stderr
    print(f"ok  uv.lock: a wheel of every dependency for {platform}")


def main() -> None:
    report = helm.lint(CHART, strict=True)
    assert report["errors"] == []
    print(f"ok  chart: Helm {helm.helm_sdk_version()} finds no errors")
    for name, (values, kinds) in RENDERED.items():
        check_rendered(name, values, kinds)
    for message, values in REFUSED.items():
        check_refused(message, values)
    check_compose(DEPLOY / "compose.yaml", {"gossamer"})
    check_compose(DEPLOY / "compose.postgres.yaml", {"gossamer", "worker", "postgres", "proxy"})
    check_unit(DEPLOY / "systemd" / "gossamer.service")
    for platform in PLATFORMS:
        check_wheels(platform)


if __name__ == "__main__":
    sys.exit(main())
