-- The tables of schema 0024, frozen: later changes are migrations. A semicolon ends a line where it ends a statement, and
-- nowhere else.
CREATE FUNCTION ledger_forgets_deleted_teams() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM teams WHERE teams.id = OLD.team_id AND teams.purge_at IS NOT NULL) THEN RETURN OLD; END IF; RAISE EXCEPTION 'The ledger is only added to.'; END $$;
CREATE FUNCTION ledger_is_only_added_to() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'The ledger is only added to.'; END $$;
CREATE TABLE activities (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    operation character varying(32) NOT NULL,
    dialect character varying(8) NOT NULL,
    target text NOT NULL,
    at bigint NOT NULL,
    username text
);
CREATE TABLE agent_runs (
    job_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    thread_id character varying(36) NOT NULL,
    turn integer NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE api_keys (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    name text NOT NULL,
    hash character varying(64) NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    hint character varying(16) DEFAULT ''::character varying NOT NULL,
    created_by text DEFAULT ''::text NOT NULL,
    last_used_at bigint,
    expires_at bigint,
    restrictions text,
    addresses text
);
CREATE TABLE audit_log (
    number bigint NOT NULL,
    at bigint NOT NULL,
    organization_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    actor text NOT NULL,
    action character varying(64) NOT NULL,
    target text NOT NULL,
    detail text NOT NULL
);
CREATE SEQUENCE audit_log_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE audit_log_number_seq OWNED BY audit_log.number;
CREATE TABLE browser_sessions (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    scrape_id character varying(36),
    state character varying(16) NOT NULL,
    spec text NOT NULL,
    created_at bigint NOT NULL,
    last_activity bigint NOT NULL,
    expires_at bigint NOT NULL,
    owner character varying(36) NOT NULL,
    address text NOT NULL,
    alive_until bigint NOT NULL,
    prompted boolean NOT NULL,
    saves_profile text,
    reservation character varying(36),
    ended_at bigint,
    end_reason character varying(16),
    credits integer,
    recording text,
    blobs text DEFAULT ''::text NOT NULL
);
CREATE TABLE credit_accounts (
    owner_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    allowance bigint NOT NULL,
    period_start bigint NOT NULL,
    used bigint NOT NULL,
    reserved bigint NOT NULL
);
CREATE TABLE feedback (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    endpoint character varying(16) NOT NULL,
    job_id character varying(36) NOT NULL,
    rating character varying(16) NOT NULL,
    said text NOT NULL,
    refunded integer NOT NULL,
    given_at bigint NOT NULL
);
CREATE TABLE fingerprints (
    job bigint NOT NULL,
    fingerprint bigint NOT NULL,
    "position" integer NOT NULL,
    too_deep boolean NOT NULL
);
CREATE TABLE frontier (
    job bigint NOT NULL,
    "position" integer NOT NULL,
    fingerprint bigint NOT NULL,
    url text NOT NULL,
    depth integer NOT NULL,
    rank integer NOT NULL,
    kind smallint NOT NULL,
    state smallint NOT NULL,
    lane integer,
    tries integer NOT NULL,
    ready_at bigint,
    code text,
    reason text,
    scrape_id character varying(36),
    at bigint,
    written text
);
CREATE TABLE frontier_links (
    job bigint NOT NULL,
    "position" integer NOT NULL,
    prints text NOT NULL
);
CREATE TABLE histories (
    id bytea NOT NULL,
    team_id character varying(36) NOT NULL,
    url text NOT NULL,
    tag text NOT NULL,
    volatile bytea,
    oldest bigint NOT NULL
);
CREATE TABLE hosts (
    host text NOT NULL,
    next_at bigint NOT NULL,
    every bigint NOT NULL,
    resting_until bigint NOT NULL
);
CREATE TABLE idempotency_keys (
    team_id character varying(36) NOT NULL,
    key text NOT NULL,
    job_id character varying(36) NOT NULL,
    used_at bigint NOT NULL
);
CREATE TABLE index_documents (
    id bigint NOT NULL,
    team_id character varying(36) NOT NULL,
    page bigint NOT NULL,
    url text NOT NULL,
    site text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    body bytea NOT NULL,
    words integer NOT NULL,
    language character varying(35) NOT NULL,
    image text,
    published_at bigint,
    fetched_at bigint NOT NULL,
    folding smallint NOT NULL,
    postings tsvector
);
CREATE SEQUENCE index_documents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE index_documents_id_seq OWNED BY index_documents.id;
CREATE TABLE index_queue (
    team_id character varying(36) NOT NULL,
    fingerprint character varying(32) NOT NULL,
    fetched_at bigint NOT NULL,
    taken_until bigint NOT NULL,
    tries smallint NOT NULL
);
CREATE TABLE invitations (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    hash character varying(64) NOT NULL,
    role character varying(16) NOT NULL,
    email text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE job_lanes (
    job bigint NOT NULL,
    lane integer NOT NULL,
    turn integer NOT NULL,
    holder text,
    held integer NOT NULL,
    chunks integer NOT NULL,
    commit_id character varying(36),
    gave text,
    active_at bigint
);
CREATE TABLE job_pages (
    job bigint NOT NULL,
    "position" integer NOT NULL,
    scrape_id character varying(36) NOT NULL,
    size integer NOT NULL
);
CREATE TABLE job_specs (
    job bigint NOT NULL,
    spec text NOT NULL
);
CREATE TABLE job_warnings (
    job bigint NOT NULL,
    "position" integer NOT NULL,
    sentence text NOT NULL
);
CREATE TABLE jobs (
    number bigint NOT NULL,
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    kind character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    called_at text NOT NULL,
    dialect character varying(8) NOT NULL,
    created_at bigint NOT NULL,
    deadline bigint NOT NULL,
    time_allowed bigint NOT NULL,
    expires_at bigint NOT NULL,
    finished_at bigint,
    error text,
    leftover character varying(32),
    page_limit bigint NOT NULL,
    home text,
    wanted_events text,
    done integer NOT NULL,
    failed integer NOT NULL,
    refused integer NOT NULL,
    in_flight integer NOT NULL,
    queued integer NOT NULL,
    sitemaps integer NOT NULL,
    ready integer NOT NULL,
    waiting integer NOT NULL,
    entries integer NOT NULL,
    unlisted integer NOT NULL,
    listed integer NOT NULL,
    events integer NOT NULL,
    lanes integer NOT NULL,
    credits bigint NOT NULL,
    version bigint NOT NULL,
    succeeded_at bigint,
    page_price integer DEFAULT 0 NOT NULL,
    pages_at_once integer,
    trace text DEFAULT ''::text NOT NULL,
    delays integer DEFAULT 0 NOT NULL,
    delayed_ms bigint DEFAULT '0'::bigint NOT NULL
);
CREATE SEQUENCE jobs_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE jobs_number_seq OWNED BY jobs.number;
CREATE TABLE ledger (
    reference character varying(64) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    operation character varying(32) NOT NULL,
    credits integer NOT NULL,
    charged_at bigint NOT NULL,
    tokens bigint DEFAULT '0'::bigint NOT NULL
);
CREATE TABLE memberships (
    team_id character varying(36) NOT NULL,
    user_id character varying(36) NOT NULL,
    role character varying(16) NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE model_answers (
    job bigint NOT NULL,
    "position" integer NOT NULL,
    asked character varying(64) NOT NULL,
    answer text NOT NULL
);
CREATE TABLE monitor_baselines (
    monitor_id character varying(36) NOT NULL,
    target_id character varying(64) NOT NULL,
    page_key character varying(32) NOT NULL,
    url text NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE monitor_checks (
    id character varying(36) NOT NULL,
    monitor_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    state character varying(24) NOT NULL,
    caused_by character varying(16) NOT NULL,
    scheduled_for bigint,
    started_at bigint,
    finished_at bigint,
    estimated integer NOT NULL,
    reserved integer,
    actual integer,
    billing character varying(16) NOT NULL,
    reservation character varying(36),
    summary text NOT NULL,
    results text NOT NULL,
    error text,
    pages integer NOT NULL,
    turn integer NOT NULL,
    active_at bigint,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE monitor_feeds (
    owner_id character varying(36) NOT NULL,
    token character varying(64) NOT NULL
);
CREATE TABLE monitor_messages (
    id character varying(36) NOT NULL,
    monitor_id character varying(36) NOT NULL,
    check_id character varying(36),
    sequence integer NOT NULL,
    channel character varying(16) NOT NULL,
    receiver text NOT NULL,
    event character varying(32) NOT NULL,
    payload bytea NOT NULL,
    tries integer NOT NULL,
    due_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE monitor_pages (
    check_id character varying(36) NOT NULL,
    "position" integer NOT NULL,
    id character varying(36) NOT NULL,
    monitor_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    target_id character varying(64) NOT NULL,
    page_key character varying(32) NOT NULL,
    url text NOT NULL,
    status character varying(16) NOT NULL,
    alert boolean NOT NULL,
    created_at bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE monitor_pictures (
    name character varying(64) NOT NULL,
    monitor_id character varying(36) NOT NULL,
    page_key character varying(32) NOT NULL,
    check_id character varying(36),
    body bytea NOT NULL
);
CREATE TABLE monitor_recipients (
    team_id character varying(36) NOT NULL,
    email text NOT NULL,
    status character varying(16) NOT NULL,
    source character varying(16) NOT NULL,
    token character varying(64) NOT NULL,
    confirmation_sent boolean
);
CREATE TABLE monitors (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    status character varying(16) NOT NULL,
    spec text NOT NULL,
    called_at text NOT NULL,
    next_run_at bigint,
    due_at bigint,
    last_run_at bigint,
    current_check_id character varying(36),
    last_summary text,
    turn integer NOT NULL,
    active_at bigint,
    messages integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE organizations (
    id character varying(36) NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    key_restrictions boolean NOT NULL,
    ip_restrictions boolean NOT NULL,
    zero_data_retention boolean NOT NULL,
    purge_at bigint
);
CREATE TABLE page_contents (
    history bytea NOT NULL,
    number bigint NOT NULL,
    base bigint,
    at bigint NOT NULL,
    head bytea NOT NULL,
    body bytea NOT NULL,
    data bytea
);
CREATE TABLE page_versions (
    history bytea NOT NULL,
    at bigint NOT NULL,
    id bytea NOT NULL,
    content bigint,
    status smallint NOT NULL,
    visibility smallint NOT NULL,
    http_status smallint NOT NULL
);
CREATE TABLE pages (
    team_id character varying(36) NOT NULL,
    fingerprint character varying(32) NOT NULL,
    url text NOT NULL,
    fetched_at bigint NOT NULL,
    head bytea NOT NULL,
    body bytea NOT NULL,
    site text DEFAULT ''::text NOT NULL
);
CREATE TABLE places (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    waits_for character varying(36),
    since bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE profile_claims (
    team_id character varying(36) NOT NULL,
    name text NOT NULL,
    claim_id character varying(36) NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE rate_windows (
    owner_id character varying(36) NOT NULL,
    mode character varying(32) NOT NULL,
    minute bigint NOT NULL,
    taken integer NOT NULL
);
CREATE TABLE renderings (
    host text NOT NULL,
    pattern text NOT NULL,
    template text NOT NULL,
    team_id text NOT NULL,
    dynamic boolean NOT NULL,
    looks integer NOT NULL,
    looked_at bigint NOT NULL
);
CREATE TABLE reservations (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    credits bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE retained_usage (
    day integer NOT NULL,
    operation character varying(32) NOT NULL,
    credits bigint NOT NULL,
    charges bigint NOT NULL
);
CREATE TABLE robots (
    origin text NOT NULL,
    body bytea NOT NULL,
    fetched_at bigint NOT NULL,
    unreachable boolean NOT NULL
);
CREATE TABLE scrapes (
    id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    key_id character varying(36) NOT NULL,
    url text NOT NULL,
    finished_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    error_code text,
    document bytea,
    blobs text NOT NULL,
    opening text
);
CREATE TABLE session_profiles (
    team_id character varying(36) NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    saved_at bigint NOT NULL
);
CREATE TABLE session_steps (
    session_id character varying(36) NOT NULL,
    "position" integer NOT NULL,
    step text NOT NULL
);
CREATE TABLE sign_in_failures (
    subject text NOT NULL,
    failures integer NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE teams (
    id character varying(36) NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    webhook_secret text,
    organization_id character varying(36) DEFAULT '00000000-0000-4000-8000-000000000000'::character varying NOT NULL,
    credits bigint,
    concurrency integer,
    rate_limits text DEFAULT '{}'::text NOT NULL,
    purge_at bigint
);
CREATE TABLE threat_protection (
    team_id character varying(36) NOT NULL,
    settings text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE uploads (
    id character varying(36) NOT NULL,
    reference_hash character varying(64) NOT NULL,
    team_id character varying(36) NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    size bigint,
    blob text,
    issued_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE usage_days (
    team_id character varying(36) NOT NULL,
    day integer NOT NULL,
    key_id character varying(36) NOT NULL,
    operation character varying(32) NOT NULL,
    credits bigint NOT NULL,
    charges bigint NOT NULL
);
CREATE TABLE users (
    id character varying(36) NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL,
    purge_at bigint
);
CREATE TABLE web_sessions (
    hash character varying(64) NOT NULL,
    user_id character varying(36) NOT NULL,
    team_id character varying(36) NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE webhook_deliveries (
    job bigint NOT NULL,
    turn integer NOT NULL,
    active_at bigint
);
CREATE TABLE webhook_events (
    job bigint NOT NULL,
    sequence integer NOT NULL,
    event_id character varying(36) NOT NULL,
    name character varying(16) NOT NULL,
    success boolean NOT NULL,
    error text,
    scrape_id character varying(36),
    extra text NOT NULL,
    tries integer NOT NULL,
    due_at bigint NOT NULL
);
ALTER TABLE ONLY audit_log ALTER COLUMN number SET DEFAULT nextval('audit_log_number_seq'::regclass);
ALTER TABLE ONLY index_documents ALTER COLUMN id SET DEFAULT nextval('index_documents_id_seq'::regclass);
ALTER TABLE ONLY jobs ALTER COLUMN number SET DEFAULT nextval('jobs_number_seq'::regclass);
ALTER TABLE ONLY activities
    ADD CONSTRAINT pk_activities PRIMARY KEY (id);
ALTER TABLE ONLY agent_runs
    ADD CONSTRAINT pk_agent_runs PRIMARY KEY (job_id);
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT pk_api_keys PRIMARY KEY (id);
ALTER TABLE ONLY audit_log
    ADD CONSTRAINT pk_audit_log PRIMARY KEY (number);
ALTER TABLE ONLY browser_sessions
    ADD CONSTRAINT pk_browser_sessions PRIMARY KEY (id);
ALTER TABLE ONLY credit_accounts
    ADD CONSTRAINT pk_credit_accounts PRIMARY KEY (owner_id);
ALTER TABLE ONLY feedback
    ADD CONSTRAINT pk_feedback PRIMARY KEY (id);
ALTER TABLE ONLY fingerprints
    ADD CONSTRAINT pk_fingerprints PRIMARY KEY (job, fingerprint);
ALTER TABLE ONLY frontier
    ADD CONSTRAINT pk_frontier PRIMARY KEY (job, "position");
ALTER TABLE ONLY frontier_links
    ADD CONSTRAINT pk_frontier_links PRIMARY KEY (job, "position");
ALTER TABLE ONLY histories
    ADD CONSTRAINT pk_histories PRIMARY KEY (id);
ALTER TABLE ONLY hosts
    ADD CONSTRAINT pk_hosts PRIMARY KEY (host);
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT pk_idempotency_keys PRIMARY KEY (team_id, key);
ALTER TABLE ONLY index_documents
    ADD CONSTRAINT pk_index_documents PRIMARY KEY (id);
ALTER TABLE ONLY index_queue
    ADD CONSTRAINT pk_index_queue PRIMARY KEY (team_id, fingerprint);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT pk_invitations PRIMARY KEY (id);
ALTER TABLE ONLY job_lanes
    ADD CONSTRAINT pk_job_lanes PRIMARY KEY (job, lane);
ALTER TABLE ONLY job_pages
    ADD CONSTRAINT pk_job_pages PRIMARY KEY (job, "position");
ALTER TABLE ONLY job_specs
    ADD CONSTRAINT pk_job_specs PRIMARY KEY (job);
ALTER TABLE ONLY job_warnings
    ADD CONSTRAINT pk_job_warnings PRIMARY KEY (job, "position");
ALTER TABLE ONLY jobs
    ADD CONSTRAINT pk_jobs PRIMARY KEY (number);
ALTER TABLE ONLY ledger
    ADD CONSTRAINT pk_ledger PRIMARY KEY (reference);
ALTER TABLE ONLY memberships
    ADD CONSTRAINT pk_memberships PRIMARY KEY (team_id, user_id);
ALTER TABLE ONLY model_answers
    ADD CONSTRAINT pk_model_answers PRIMARY KEY (job, "position", asked);
ALTER TABLE ONLY monitor_baselines
    ADD CONSTRAINT pk_monitor_baselines PRIMARY KEY (monitor_id, target_id, page_key);
ALTER TABLE ONLY monitor_checks
    ADD CONSTRAINT pk_monitor_checks PRIMARY KEY (id);
ALTER TABLE ONLY monitor_feeds
    ADD CONSTRAINT pk_monitor_feeds PRIMARY KEY (owner_id);
ALTER TABLE ONLY monitor_messages
    ADD CONSTRAINT pk_monitor_messages PRIMARY KEY (id);
ALTER TABLE ONLY monitor_pages
    ADD CONSTRAINT pk_monitor_pages PRIMARY KEY (check_id, "position");
ALTER TABLE ONLY monitor_pictures
    ADD CONSTRAINT pk_monitor_pictures PRIMARY KEY (name);
ALTER TABLE ONLY monitor_recipients
    ADD CONSTRAINT pk_monitor_recipients PRIMARY KEY (team_id, email);
ALTER TABLE ONLY monitors
    ADD CONSTRAINT pk_monitors PRIMARY KEY (id);
ALTER TABLE ONLY organizations
    ADD CONSTRAINT pk_organizations PRIMARY KEY (id);
ALTER TABLE ONLY page_contents
    ADD CONSTRAINT pk_page_contents PRIMARY KEY (history, number);
ALTER TABLE ONLY page_versions
    ADD CONSTRAINT pk_page_versions PRIMARY KEY (history, at, id);
ALTER TABLE ONLY pages
    ADD CONSTRAINT pk_pages PRIMARY KEY (team_id, fingerprint);
ALTER TABLE ONLY places
    ADD CONSTRAINT pk_places PRIMARY KEY (id);
ALTER TABLE ONLY profile_claims
    ADD CONSTRAINT pk_profile_claims PRIMARY KEY (team_id, name);
ALTER TABLE ONLY rate_windows
    ADD CONSTRAINT pk_rate_windows PRIMARY KEY (owner_id, mode, minute);
ALTER TABLE ONLY renderings
    ADD CONSTRAINT pk_renderings PRIMARY KEY (host, pattern, template, team_id);
ALTER TABLE ONLY reservations
    ADD CONSTRAINT pk_reservations PRIMARY KEY (id);
ALTER TABLE ONLY retained_usage
    ADD CONSTRAINT pk_retained_usage PRIMARY KEY (day, operation);
ALTER TABLE ONLY robots
    ADD CONSTRAINT pk_robots PRIMARY KEY (origin);
ALTER TABLE ONLY scrapes
    ADD CONSTRAINT pk_scrapes PRIMARY KEY (id);
ALTER TABLE ONLY session_profiles
    ADD CONSTRAINT pk_session_profiles PRIMARY KEY (team_id, name);
ALTER TABLE ONLY session_steps
    ADD CONSTRAINT pk_session_steps PRIMARY KEY (session_id, "position");
ALTER TABLE ONLY sign_in_failures
    ADD CONSTRAINT pk_sign_in_failures PRIMARY KEY (subject);
ALTER TABLE ONLY teams
    ADD CONSTRAINT pk_teams PRIMARY KEY (id);
ALTER TABLE ONLY threat_protection
    ADD CONSTRAINT pk_threat_protection PRIMARY KEY (team_id);
ALTER TABLE ONLY uploads
    ADD CONSTRAINT pk_uploads PRIMARY KEY (id);
ALTER TABLE ONLY usage_days
    ADD CONSTRAINT pk_usage_days PRIMARY KEY (team_id, day, key_id, operation);
ALTER TABLE ONLY users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);
ALTER TABLE ONLY web_sessions
    ADD CONSTRAINT pk_web_sessions PRIMARY KEY (hash);
ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT pk_webhook_deliveries PRIMARY KEY (job);
ALTER TABLE ONLY webhook_events
    ADD CONSTRAINT pk_webhook_events PRIMARY KEY (job, sequence);
ALTER TABLE ONLY agent_runs
    ADD CONSTRAINT uq_agent_runs_thread_id UNIQUE (thread_id, turn);
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT uq_api_keys_hash UNIQUE (hash);
ALTER TABLE ONLY invitations
    ADD CONSTRAINT uq_invitations_hash UNIQUE (hash);
ALTER TABLE ONLY jobs
    ADD CONSTRAINT uq_jobs_id UNIQUE (id);
ALTER TABLE ONLY monitor_feeds
    ADD CONSTRAINT uq_monitor_feeds_token UNIQUE (token);
ALTER TABLE ONLY monitor_recipients
    ADD CONSTRAINT uq_monitor_recipients_token UNIQUE (token);
ALTER TABLE ONLY uploads
    ADD CONSTRAINT uq_uploads_reference_hash UNIQUE (reference_hash);
ALTER TABLE ONLY users
    ADD CONSTRAINT uq_users_email UNIQUE (email);
CREATE INDEX ix_activities_at ON activities USING btree (at);
CREATE INDEX ix_activities_team_id_at_id ON activities USING btree (team_id, at, id);
CREATE INDEX ix_agent_runs_created_at ON agent_runs USING btree (created_at);
CREATE INDEX ix_agent_runs_team_id_created_at ON agent_runs USING btree (team_id, created_at);
CREATE INDEX ix_api_keys_team_id ON api_keys USING btree (team_id);
CREATE INDEX ix_audit_log_team_id_number ON audit_log USING btree (team_id, number);
CREATE INDEX ix_browser_sessions_alive_until ON browser_sessions USING btree (alive_until) WHERE ((state)::text = 'active'::text);
CREATE INDEX ix_browser_sessions_ended_at ON browser_sessions USING btree (ended_at);
CREATE INDEX ix_browser_sessions_team_id_created_at ON browser_sessions USING btree (team_id, created_at);
CREATE INDEX ix_credit_accounts_team_id ON credit_accounts USING btree (team_id);
CREATE UNIQUE INDEX ix_feedback_team_id_endpoint_job_id ON feedback USING btree (team_id, endpoint, job_id);
CREATE INDEX ix_feedback_team_id_given_at ON feedback USING btree (team_id, given_at);
CREATE INDEX ix_frontier_queued ON frontier USING btree (job, kind, rank, "position") WHERE (state = 0);
CREATE INDEX ix_frontier_taken ON frontier USING btree (job, lane) WHERE (state = 2);
CREATE INDEX ix_frontier_waiting ON frontier USING btree (job, ready_at) WHERE (state = 1);
CREATE INDEX ix_histories_oldest ON histories USING btree (oldest);
CREATE INDEX ix_histories_team_id_url ON histories USING btree (team_id, url);
CREATE INDEX ix_hosts_next_at ON hosts USING btree (next_at);
CREATE INDEX ix_idempotency_keys_used_at ON idempotency_keys USING btree (used_at);
CREATE INDEX ix_index_documents_fetched_at ON index_documents USING btree (fetched_at);
CREATE INDEX ix_index_documents_postings ON index_documents USING gin (postings);
CREATE INDEX ix_index_documents_team_id_fetched_at ON index_documents USING btree (team_id, fetched_at);
CREATE UNIQUE INDEX ix_index_documents_team_id_page ON index_documents USING btree (team_id, page);
CREATE INDEX ix_index_queue_fetched_at ON index_queue USING btree (fetched_at);
CREATE INDEX ix_invitations_team_id ON invitations USING btree (team_id);
CREATE INDEX ix_job_lanes_active_at ON job_lanes USING btree (active_at);
CREATE INDEX ix_jobs_deadline ON jobs USING btree (deadline) WHERE ((state)::text = 'scraping'::text);
CREATE INDEX ix_jobs_expires_at ON jobs USING btree (expires_at) WHERE ((state)::text <> 'scraping'::text);
CREATE INDEX ix_jobs_running ON jobs USING btree (team_id, created_at) WHERE ((state)::text = 'scraping'::text);
CREATE INDEX ix_jobs_team_id_finished_at ON jobs USING btree (team_id, finished_at);
CREATE INDEX ix_ledger_team_id_charged_at ON ledger USING btree (team_id, charged_at);
CREATE INDEX ix_memberships_user_id ON memberships USING btree (user_id);
CREATE INDEX ix_monitor_checks_active_at ON monitor_checks USING btree (active_at) WHERE (active_at IS NOT NULL);
CREATE INDEX ix_monitor_checks_expires_at ON monitor_checks USING btree (expires_at);
CREATE INDEX ix_monitor_checks_monitor_id ON monitor_checks USING btree (monitor_id, created_at);
CREATE INDEX ix_monitor_messages_due_at ON monitor_messages USING btree (monitor_id, due_at, sequence);
CREATE INDEX ix_monitor_pages_alerts ON monitor_pages USING btree (monitor_id, created_at) WHERE alert;
CREATE INDEX ix_monitor_pages_team_alerts ON monitor_pages USING btree (team_id, created_at) WHERE alert;
CREATE INDEX ix_monitor_pictures_check_id ON monitor_pictures USING btree (check_id) WHERE (check_id IS NOT NULL);
CREATE INDEX ix_monitor_pictures_monitor_id ON monitor_pictures USING btree (monitor_id, page_key);
CREATE INDEX ix_monitors_active_at ON monitors USING btree (active_at) WHERE (active_at IS NOT NULL);
CREATE INDEX ix_monitors_due_at ON monitors USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX ix_monitors_team_id ON monitors USING btree (team_id, created_at);
CREATE INDEX ix_pages_fetched_at ON pages USING btree (fetched_at);
CREATE INDEX ix_pages_team_id_site ON pages USING btree (team_id, site);
CREATE INDEX ix_places_expires_at ON places USING btree (expires_at);
CREATE INDEX ix_places_team_id ON places USING btree (team_id);
CREATE INDEX ix_rate_windows_minute ON rate_windows USING btree (minute);
CREATE INDEX ix_renderings_looked_at ON renderings USING btree (looked_at);
CREATE INDEX ix_reservations_expires_at ON reservations USING btree (expires_at);
CREATE INDEX ix_robots_fetched_at ON robots USING btree (fetched_at);
CREATE INDEX ix_scrapes_expires_at ON scrapes USING btree (expires_at);
CREATE INDEX ix_sign_in_failures_since ON sign_in_failures USING btree (since);
CREATE INDEX ix_teams_organization_id ON teams USING btree (organization_id);
CREATE INDEX ix_uploads_expires_at ON uploads USING btree (expires_at);
CREATE INDEX ix_uploads_issued_at ON uploads USING btree (issued_at);
CREATE INDEX ix_uploads_team_id_issued_at ON uploads USING btree (team_id, issued_at);
CREATE INDEX ix_web_sessions_expires_at ON web_sessions USING btree (expires_at);
CREATE INDEX ix_web_sessions_user_id ON web_sessions USING btree (user_id);
CREATE INDEX ix_webhook_deliveries_active_at ON webhook_deliveries USING btree (active_at);
CREATE INDEX ix_webhook_events_due ON webhook_events USING btree (job, name, due_at, sequence);
CREATE UNIQUE INDEX ux_monitor_pages_page_key ON monitor_pages USING btree (check_id, page_key);
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_forgets_deleted_teams();
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_only_added_to();
ALTER TABLE ONLY api_keys
    ADD CONSTRAINT fk_api_keys_team_id FOREIGN KEY (team_id) REFERENCES teams(id);
ALTER TABLE ONLY threat_protection
    ADD CONSTRAINT fk_threat_protection_team_id FOREIGN KEY (team_id) REFERENCES teams(id);
CREATE TABLE webhook_log (
	delivery_id VARCHAR(36) NOT NULL, 
	team_id VARCHAR(36) NOT NULL, 
	key_id VARCHAR(36) NOT NULL, 
	source_id VARCHAR(36) NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	tried_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	record TEXT NOT NULL, 
	CONSTRAINT pk_webhook_log PRIMARY KEY (delivery_id)
);
CREATE INDEX ix_webhook_log_team_id_tried_at ON webhook_log (team_id, tried_at, delivery_id);
CREATE INDEX ix_webhook_log_source_id_tried_at ON webhook_log (source_id, tried_at);
CREATE INDEX ix_webhook_log_expires_at ON webhook_log (expires_at);
CREATE TABLE siem_streams (
	team_id VARCHAR(36) NOT NULL, 
	webhook TEXT NOT NULL, 
	updated_at BIGINT NOT NULL, 
	sent_at BIGINT NOT NULL, 
	sent_id VARCHAR(36) NOT NULL, 
	next_at BIGINT NOT NULL, 
	tries INTEGER NOT NULL, 
	trouble TEXT NOT NULL, 
	CONSTRAINT pk_siem_streams PRIMARY KEY (team_id), 
	CONSTRAINT fk_siem_streams_team_id FOREIGN KEY(team_id) REFERENCES teams (id)
);
CREATE INDEX ix_siem_streams_next_at ON siem_streams (next_at);
CREATE TABLE signing_keys (
	id VARCHAR(36) NOT NULL, 
	private TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	retired_at BIGINT, 
	CONSTRAINT pk_signing_keys PRIMARY KEY (id)
);
INSERT INTO organizations (id, name, created_at, key_restrictions, ip_restrictions, zero_data_retention, purge_at) VALUES ('00000000-0000-4000-8000-000000000000', 'Default', CAST(extract(epoch FROM now()) AS BIGINT) * 1000, true, true, true, NULL);
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version (version_num) VALUES ('0024');
