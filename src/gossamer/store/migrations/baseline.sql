-- The tables of schema 0024, frozen: later changes are migrations. Those of schema 0020, the oldest of development
-- builds, come first; below each of the others is what it changed. A semicolon ends a line where it ends a statement, and
-- nowhere else; a statement below the name of a kind of database is for that kind alone.
-- schema 0020
CREATE TABLE teams (
	id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	webhook_secret TEXT,
	organization_id VARCHAR(36) DEFAULT '00000000-0000-4000-8000-000000000000' NOT NULL,
	credits BIGINT,
	concurrency INTEGER,
	rate_limits TEXT DEFAULT '{}' NOT NULL,
	purge_at BIGINT,
	CONSTRAINT pk_teams PRIMARY KEY (id)
);
CREATE TABLE api_keys (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	hash VARCHAR(64) NOT NULL,
	created_at BIGINT NOT NULL,
	revoked_at BIGINT,
	hint VARCHAR(16) DEFAULT '' NOT NULL,
	created_by TEXT DEFAULT '' NOT NULL,
	last_used_at BIGINT,
	expires_at BIGINT,
	restrictions TEXT,
	addresses TEXT,
	CONSTRAINT pk_api_keys PRIMARY KEY (id),
	CONSTRAINT fk_api_keys_team_id FOREIGN KEY(team_id) REFERENCES teams (id),
	CONSTRAINT uq_api_keys_hash UNIQUE (hash)
);
CREATE INDEX ix_api_keys_team_id ON api_keys (team_id);
CREATE TABLE scrapes (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	url TEXT NOT NULL,
	finished_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	error_code TEXT,
	document BLOB,
	blobs TEXT NOT NULL,
	opening TEXT,
	CONSTRAINT pk_scrapes PRIMARY KEY (id)
);
CREATE INDEX ix_scrapes_expires_at ON scrapes (expires_at);
CREATE TABLE pages (
	team_id VARCHAR(36) NOT NULL,
	fingerprint VARCHAR(32) NOT NULL,
	url TEXT NOT NULL,
	fetched_at BIGINT NOT NULL,
	head BLOB NOT NULL,
	body BLOB NOT NULL,
	site TEXT DEFAULT '' NOT NULL,
	CONSTRAINT pk_pages PRIMARY KEY (team_id, fingerprint)
);
CREATE INDEX ix_pages_fetched_at ON pages (fetched_at);
CREATE TABLE ledger (
	reference VARCHAR(64) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	operation VARCHAR(32) NOT NULL,
	credits INTEGER NOT NULL,
	charged_at BIGINT NOT NULL,
	tokens BIGINT DEFAULT '0' NOT NULL,
	CONSTRAINT pk_ledger PRIMARY KEY (reference)
);
CREATE INDEX ix_ledger_team_id_charged_at ON ledger (team_id, charged_at);
CREATE TABLE jobs (
	number SERIAL,
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	state VARCHAR(16) NOT NULL,
	called_at TEXT NOT NULL,
	dialect VARCHAR(8) NOT NULL,
	created_at BIGINT NOT NULL,
	deadline BIGINT NOT NULL,
	time_allowed BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	finished_at BIGINT,
	error TEXT,
	leftover VARCHAR(32),
	page_limit BIGINT NOT NULL,
	home TEXT,
	wanted_events TEXT,
	done INTEGER NOT NULL,
	failed INTEGER NOT NULL,
	refused INTEGER NOT NULL,
	in_flight INTEGER NOT NULL,
	queued INTEGER NOT NULL,
	sitemaps INTEGER NOT NULL,
	ready INTEGER NOT NULL,
	waiting INTEGER NOT NULL,
	entries INTEGER NOT NULL,
	unlisted INTEGER NOT NULL,
	listed INTEGER NOT NULL,
	events INTEGER NOT NULL,
	lanes INTEGER NOT NULL,
	credits BIGINT NOT NULL,
	version BIGINT NOT NULL,
	succeeded_at BIGINT,
	page_price INTEGER DEFAULT '0' NOT NULL,
	pages_at_once INTEGER,
	trace TEXT DEFAULT '' NOT NULL,
	delays INTEGER DEFAULT '0' NOT NULL,
	delayed_ms BIGINT DEFAULT '0' NOT NULL,
	CONSTRAINT pk_jobs PRIMARY KEY (number),
	CONSTRAINT uq_jobs_id UNIQUE (id)
);
CREATE INDEX ix_jobs_deadline ON jobs (deadline) WHERE state = 'scraping';
CREATE INDEX ix_jobs_expires_at ON jobs (expires_at) WHERE state <> 'scraping';
CREATE INDEX ix_jobs_running ON jobs (team_id, created_at) WHERE state = 'scraping';
CREATE INDEX ix_jobs_team_id_finished_at ON jobs (team_id, finished_at);
CREATE TABLE job_specs (
	job BIGINT NOT NULL,
	spec TEXT NOT NULL,
	CONSTRAINT pk_job_specs PRIMARY KEY (job)
);
CREATE TABLE job_lanes (
	job BIGINT NOT NULL,
	lane INTEGER NOT NULL,
	turn INTEGER NOT NULL,
	holder TEXT,
	held INTEGER NOT NULL,
	chunks INTEGER NOT NULL,
	commit_id VARCHAR(36),
	gave TEXT,
	active_at BIGINT,
	CONSTRAINT pk_job_lanes PRIMARY KEY (job, lane)
);
CREATE INDEX ix_job_lanes_active_at ON job_lanes (active_at);
CREATE TABLE job_warnings (
	job BIGINT NOT NULL,
	position INTEGER NOT NULL,
	sentence TEXT NOT NULL,
	CONSTRAINT pk_job_warnings PRIMARY KEY (job, position)
);
CREATE TABLE job_pages (
	job BIGINT NOT NULL,
	position INTEGER NOT NULL,
	scrape_id VARCHAR(36) NOT NULL,
	size INTEGER NOT NULL,
	CONSTRAINT pk_job_pages PRIMARY KEY (job, position)
) WITHOUT ROWID;
CREATE TABLE idempotency_keys (
	team_id VARCHAR(36) NOT NULL,
	"key" TEXT NOT NULL,
	job_id VARCHAR(36) NOT NULL,
	used_at BIGINT NOT NULL,
	CONSTRAINT pk_idempotency_keys PRIMARY KEY (team_id, "key")
);
CREATE INDEX ix_idempotency_keys_used_at ON idempotency_keys (used_at);
CREATE TABLE frontier (
	job BIGINT NOT NULL,
	position INTEGER NOT NULL,
	fingerprint BIGINT NOT NULL,
	url TEXT NOT NULL,
	depth INTEGER NOT NULL,
	rank INTEGER NOT NULL,
	kind SMALLINT NOT NULL,
	state SMALLINT NOT NULL,
	lane INTEGER,
	tries INTEGER NOT NULL,
	ready_at BIGINT,
	code TEXT,
	reason TEXT,
	scrape_id VARCHAR(36),
	at BIGINT,
	written TEXT,
	CONSTRAINT pk_frontier PRIMARY KEY (job, position)
) WITHOUT ROWID;
CREATE INDEX ix_frontier_queued ON frontier (job, kind, rank, position) WHERE state = 0;
CREATE INDEX ix_frontier_taken ON frontier (job, lane) WHERE state = 2;
CREATE INDEX ix_frontier_waiting ON frontier (job, ready_at) WHERE state = 1;
CREATE TABLE fingerprints (
	job BIGINT NOT NULL,
	fingerprint BIGINT NOT NULL,
	position INTEGER NOT NULL,
	too_deep BOOLEAN NOT NULL,
	CONSTRAINT pk_fingerprints PRIMARY KEY (job, fingerprint)
) WITHOUT ROWID;
CREATE TABLE webhook_events (
	job BIGINT NOT NULL,
	sequence INTEGER NOT NULL,
	event_id VARCHAR(36) NOT NULL,
	name VARCHAR(16) NOT NULL,
	success BOOLEAN NOT NULL,
	error TEXT,
	scrape_id VARCHAR(36),
	extra TEXT NOT NULL,
	tries INTEGER NOT NULL,
	due_at BIGINT NOT NULL,
	CONSTRAINT pk_webhook_events PRIMARY KEY (job, sequence)
);
CREATE INDEX ix_webhook_events_due ON webhook_events (job, name, due_at, sequence);
CREATE TABLE webhook_deliveries (
	job BIGINT NOT NULL,
	turn INTEGER NOT NULL,
	active_at BIGINT,
	CONSTRAINT pk_webhook_deliveries PRIMARY KEY (job)
);
CREATE INDEX ix_webhook_deliveries_active_at ON webhook_deliveries (active_at);
CREATE TABLE hosts (
	host TEXT NOT NULL,
	next_at BIGINT NOT NULL,
	every BIGINT NOT NULL,
	resting_until BIGINT NOT NULL,
	CONSTRAINT pk_hosts PRIMARY KEY (host)
);
CREATE INDEX ix_hosts_next_at ON hosts (next_at);
CREATE TABLE robots (
	origin TEXT NOT NULL,
	body BLOB NOT NULL,
	fetched_at BIGINT NOT NULL,
	unreachable BOOLEAN NOT NULL,
	CONSTRAINT pk_robots PRIMARY KEY (origin)
);
CREATE INDEX ix_robots_fetched_at ON robots (fetched_at);
CREATE INDEX ix_pages_team_id_site ON pages (team_id, site);
CREATE TABLE organizations (
	id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	key_restrictions BOOLEAN NOT NULL,
	ip_restrictions BOOLEAN NOT NULL,
	zero_data_retention BOOLEAN NOT NULL,
	purge_at BIGINT,
	CONSTRAINT pk_organizations PRIMARY KEY (id)
);
CREATE INDEX ix_teams_organization_id ON teams (organization_id);
CREATE TABLE users (
	id VARCHAR(36) NOT NULL,
	email TEXT NOT NULL,
	name TEXT NOT NULL,
	password_hash TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	purge_at BIGINT,
	CONSTRAINT pk_users PRIMARY KEY (id),
	CONSTRAINT uq_users_email UNIQUE (email)
);
CREATE TABLE memberships (
	team_id VARCHAR(36) NOT NULL,
	user_id VARCHAR(36) NOT NULL,
	role VARCHAR(16) NOT NULL,
	since BIGINT NOT NULL,
	CONSTRAINT pk_memberships PRIMARY KEY (team_id, user_id)
);
CREATE INDEX ix_memberships_user_id ON memberships (user_id);
CREATE TABLE invitations (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	hash VARCHAR(64) NOT NULL,
	role VARCHAR(16) NOT NULL,
	email TEXT NOT NULL,
	created_by TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_invitations PRIMARY KEY (id),
	CONSTRAINT uq_invitations_hash UNIQUE (hash)
);
CREATE INDEX ix_invitations_team_id ON invitations (team_id);
CREATE TABLE web_sessions (
	hash VARCHAR(64) NOT NULL,
	user_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	created_at BIGINT NOT NULL,
	seen_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_web_sessions PRIMARY KEY (hash)
);
CREATE INDEX ix_web_sessions_user_id ON web_sessions (user_id);
CREATE INDEX ix_web_sessions_expires_at ON web_sessions (expires_at);
CREATE TABLE sign_in_failures (
	subject TEXT NOT NULL,
	failures INTEGER NOT NULL,
	since BIGINT NOT NULL,
	CONSTRAINT pk_sign_in_failures PRIMARY KEY (subject)
);
CREATE INDEX ix_sign_in_failures_since ON sign_in_failures (since);
CREATE TABLE audit_log (
	number SERIAL,
	at BIGINT NOT NULL,
	organization_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	actor TEXT NOT NULL,
	action VARCHAR(64) NOT NULL,
	target TEXT NOT NULL,
	detail TEXT NOT NULL,
	CONSTRAINT pk_audit_log PRIMARY KEY (number)
);
CREATE INDEX ix_audit_log_team_id_number ON audit_log (team_id, number);
-- sqlite
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'The ledger is only added to.'); END;
CREATE TABLE usage_days (
	team_id VARCHAR(36) NOT NULL,
	day INTEGER NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	operation VARCHAR(32) NOT NULL,
	credits BIGINT NOT NULL,
	charges BIGINT NOT NULL,
	CONSTRAINT pk_usage_days PRIMARY KEY (team_id, day, key_id, operation)
) WITHOUT ROWID;
CREATE TABLE credit_accounts (
	owner_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	allowance BIGINT NOT NULL,
	period_start BIGINT NOT NULL,
	used BIGINT NOT NULL,
	reserved BIGINT NOT NULL,
	CONSTRAINT pk_credit_accounts PRIMARY KEY (owner_id)
);
CREATE INDEX ix_credit_accounts_team_id ON credit_accounts (team_id);
CREATE TABLE reservations (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	credits BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_reservations PRIMARY KEY (id)
);
CREATE INDEX ix_reservations_expires_at ON reservations (expires_at);
CREATE TABLE places (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	waits_for VARCHAR(36),
	since BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_places PRIMARY KEY (id)
);
CREATE INDEX ix_places_team_id ON places (team_id);
CREATE INDEX ix_places_expires_at ON places (expires_at);
CREATE TABLE activities (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	operation VARCHAR(32) NOT NULL,
	dialect VARCHAR(8) NOT NULL,
	target TEXT NOT NULL,
	at BIGINT NOT NULL,
	CONSTRAINT pk_activities PRIMARY KEY (id)
);
CREATE INDEX ix_activities_at ON activities (at);
CREATE INDEX ix_activities_team_id_at_id ON activities (team_id, at, id);
CREATE TABLE rate_windows (
	owner_id VARCHAR(36) NOT NULL,
	mode VARCHAR(32) NOT NULL,
	minute BIGINT NOT NULL,
	taken INTEGER NOT NULL,
	CONSTRAINT pk_rate_windows PRIMARY KEY (owner_id, mode, minute)
) WITHOUT ROWID;
CREATE INDEX ix_rate_windows_minute ON rate_windows (minute);
CREATE TABLE browser_sessions (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	scrape_id VARCHAR(36),
	state VARCHAR(16) NOT NULL,
	spec TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	last_activity BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	owner VARCHAR(36) NOT NULL,
	address TEXT NOT NULL,
	alive_until BIGINT NOT NULL,
	prompted BOOLEAN NOT NULL,
	saves_profile TEXT,
	reservation VARCHAR(36),
	ended_at BIGINT,
	end_reason VARCHAR(16),
	credits INTEGER,
	recording TEXT,
	blobs TEXT DEFAULT '' NOT NULL,
	CONSTRAINT pk_browser_sessions PRIMARY KEY (id)
);
CREATE INDEX ix_browser_sessions_team_id_created_at ON browser_sessions (team_id, created_at);
CREATE INDEX ix_browser_sessions_alive_until ON browser_sessions (alive_until) WHERE state = 'active';
CREATE INDEX ix_browser_sessions_ended_at ON browser_sessions (ended_at);
CREATE TABLE session_steps (
	session_id VARCHAR(36) NOT NULL,
	position INTEGER NOT NULL,
	step TEXT NOT NULL,
	CONSTRAINT pk_session_steps PRIMARY KEY (session_id, position)
) WITHOUT ROWID;
CREATE TABLE session_profiles (
	team_id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	state TEXT NOT NULL,
	saved_at BIGINT NOT NULL,
	CONSTRAINT pk_session_profiles PRIMARY KEY (team_id, name)
);
CREATE TABLE profile_claims (
	team_id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	claim_id VARCHAR(36) NOT NULL,
	until BIGINT NOT NULL,
	CONSTRAINT pk_profile_claims PRIMARY KEY (team_id, name)
);
CREATE TABLE index_documents (
	id SERIAL,
	team_id VARCHAR(36) NOT NULL,
	page BIGINT NOT NULL,
	url TEXT NOT NULL,
	site TEXT NOT NULL,
	title TEXT NOT NULL,
	description TEXT NOT NULL,
	body BLOB NOT NULL,
	words INTEGER NOT NULL,
	language VARCHAR(35) NOT NULL,
	image TEXT,
	published_at BIGINT,
	fetched_at BIGINT NOT NULL,
	folding SMALLINT NOT NULL,
	postings TSVECTOR,
	CONSTRAINT pk_index_documents PRIMARY KEY (id)
);
CREATE UNIQUE INDEX ix_index_documents_team_id_page ON index_documents (team_id, page);
CREATE INDEX ix_index_documents_fetched_at ON index_documents (fetched_at);
CREATE INDEX ix_index_documents_team_id_fetched_at ON index_documents (team_id, fetched_at);
-- sqlite
CREATE VIRTUAL TABLE index_postings USING fts5(
    scope, title, headings, url, description, body,
    content='', tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
CREATE TABLE index_queue (
	team_id VARCHAR(36) NOT NULL,
	fingerprint VARCHAR(32) NOT NULL,
	fetched_at BIGINT NOT NULL,
	taken_until BIGINT NOT NULL,
	tries SMALLINT NOT NULL,
	CONSTRAINT pk_index_queue PRIMARY KEY (team_id, fingerprint)
);
CREATE INDEX ix_index_queue_fetched_at ON index_queue (fetched_at);
CREATE TABLE feedback (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	endpoint VARCHAR(16) NOT NULL,
	job_id VARCHAR(36) NOT NULL,
	rating VARCHAR(16) NOT NULL,
	said TEXT NOT NULL,
	refunded INTEGER NOT NULL,
	given_at BIGINT NOT NULL,
	CONSTRAINT pk_feedback PRIMARY KEY (id)
);
CREATE UNIQUE INDEX ix_feedback_team_id_endpoint_job_id ON feedback (team_id, endpoint, job_id);
CREATE INDEX ix_feedback_team_id_given_at ON feedback (team_id, given_at);
CREATE TABLE model_answers (
	job BIGINT NOT NULL,
	position INTEGER NOT NULL,
	asked VARCHAR(64) NOT NULL,
	answer TEXT NOT NULL,
	CONSTRAINT pk_model_answers PRIMARY KEY (job, position, asked)
) WITHOUT ROWID;
CREATE TABLE threat_protection (
	team_id VARCHAR(36) NOT NULL,
	settings TEXT NOT NULL,
	updated_at BIGINT NOT NULL,
	CONSTRAINT pk_threat_protection PRIMARY KEY (team_id),
	CONSTRAINT fk_threat_protection_team_id FOREIGN KEY(team_id) REFERENCES teams (id)
);
CREATE TABLE uploads (
	id VARCHAR(36) NOT NULL,
	reference_hash VARCHAR(64) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	name TEXT NOT NULL,
	media_type TEXT NOT NULL,
	size BIGINT,
	blob TEXT,
	issued_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	CONSTRAINT pk_uploads PRIMARY KEY (id),
	CONSTRAINT uq_uploads_reference_hash UNIQUE (reference_hash)
);
CREATE INDEX ix_uploads_issued_at ON uploads (issued_at);
CREATE INDEX ix_uploads_expires_at ON uploads (expires_at);
CREATE INDEX ix_uploads_team_id_issued_at ON uploads (team_id, issued_at);
CREATE TABLE histories (
	id BLOB NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	url TEXT NOT NULL,
	tag TEXT NOT NULL,
	volatile BLOB,
	oldest BIGINT NOT NULL,
	CONSTRAINT pk_histories PRIMARY KEY (id)
);
CREATE INDEX ix_histories_oldest ON histories (oldest);
CREATE INDEX ix_histories_team_id_url ON histories (team_id, url);
CREATE TABLE page_versions (
	history BLOB NOT NULL,
	at BIGINT NOT NULL,
	id BLOB NOT NULL,
	content BIGINT,
	status SMALLINT NOT NULL,
	visibility SMALLINT NOT NULL,
	http_status SMALLINT NOT NULL,
	CONSTRAINT pk_page_versions PRIMARY KEY (history, at, id)
) WITHOUT ROWID;
CREATE TABLE page_contents (
	history BLOB NOT NULL,
	number BIGINT NOT NULL,
	base BIGINT,
	at BIGINT NOT NULL,
	head BLOB NOT NULL,
	body BLOB NOT NULL,
	data BLOB,
	CONSTRAINT pk_page_contents PRIMARY KEY (history, number)
);
CREATE TABLE monitors (
	id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	key_id VARCHAR(36) NOT NULL,
	status VARCHAR(16) NOT NULL,
	spec TEXT NOT NULL,
	called_at TEXT NOT NULL,
	next_run_at BIGINT,
	due_at BIGINT,
	last_run_at BIGINT,
	current_check_id VARCHAR(36),
	last_summary TEXT,
	turn INTEGER NOT NULL,
	active_at BIGINT,
	messages INTEGER NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	CONSTRAINT pk_monitors PRIMARY KEY (id)
);
CREATE INDEX ix_monitors_team_id ON monitors (team_id, created_at);
CREATE INDEX ix_monitors_due_at ON monitors (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_monitors_active_at ON monitors (active_at) WHERE active_at IS NOT NULL;
CREATE TABLE monitor_checks (
	id VARCHAR(36) NOT NULL,
	monitor_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	state VARCHAR(24) NOT NULL,
	caused_by VARCHAR(16) NOT NULL,
	scheduled_for BIGINT,
	started_at BIGINT,
	finished_at BIGINT,
	estimated INTEGER NOT NULL,
	reserved INTEGER,
	actual INTEGER,
	billing VARCHAR(16) NOT NULL,
	reservation VARCHAR(36),
	summary TEXT NOT NULL,
	results TEXT NOT NULL,
	error TEXT,
	pages INTEGER NOT NULL,
	turn INTEGER NOT NULL,
	active_at BIGINT,
	expires_at BIGINT NOT NULL,
	created_at BIGINT NOT NULL,
	updated_at BIGINT NOT NULL,
	CONSTRAINT pk_monitor_checks PRIMARY KEY (id)
);
CREATE INDEX ix_monitor_checks_monitor_id ON monitor_checks (monitor_id, created_at);
CREATE INDEX ix_monitor_checks_active_at ON monitor_checks (active_at) WHERE active_at IS NOT NULL;
CREATE INDEX ix_monitor_checks_expires_at ON monitor_checks (expires_at);
CREATE TABLE monitor_pages (
	check_id VARCHAR(36) NOT NULL,
	position INTEGER NOT NULL,
	id VARCHAR(36) NOT NULL,
	monitor_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	target_id VARCHAR(64) NOT NULL,
	page_key VARCHAR(32) NOT NULL,
	url TEXT NOT NULL,
	status VARCHAR(16) NOT NULL,
	alert BOOLEAN NOT NULL,
	created_at BIGINT NOT NULL,
	body BLOB NOT NULL,
	CONSTRAINT pk_monitor_pages PRIMARY KEY (check_id, position)
);
CREATE UNIQUE INDEX ux_monitor_pages_page_key ON monitor_pages (check_id, page_key);
CREATE INDEX ix_monitor_pages_alerts ON monitor_pages (monitor_id, created_at) WHERE alert;
CREATE INDEX ix_monitor_pages_team_alerts ON monitor_pages (team_id, created_at) WHERE alert;
CREATE TABLE monitor_baselines (
	monitor_id VARCHAR(36) NOT NULL,
	target_id VARCHAR(64) NOT NULL,
	page_key VARCHAR(32) NOT NULL,
	url TEXT NOT NULL,
	body BLOB NOT NULL,
	CONSTRAINT pk_monitor_baselines PRIMARY KEY (monitor_id, target_id, page_key)
);
CREATE TABLE monitor_messages (
	id VARCHAR(36) NOT NULL,
	monitor_id VARCHAR(36) NOT NULL,
	check_id VARCHAR(36),
	sequence INTEGER NOT NULL,
	channel VARCHAR(16) NOT NULL,
	receiver TEXT NOT NULL,
	event VARCHAR(32) NOT NULL,
	payload BLOB NOT NULL,
	tries INTEGER NOT NULL,
	due_at BIGINT NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_monitor_messages PRIMARY KEY (id)
);
CREATE INDEX ix_monitor_messages_due_at ON monitor_messages (monitor_id, due_at, sequence);
CREATE TABLE monitor_recipients (
	team_id VARCHAR(36) NOT NULL,
	email TEXT NOT NULL,
	status VARCHAR(16) NOT NULL,
	source VARCHAR(16) NOT NULL,
	token VARCHAR(64) NOT NULL,
	confirmation_sent BOOLEAN,
	CONSTRAINT pk_monitor_recipients PRIMARY KEY (team_id, email),
	CONSTRAINT uq_monitor_recipients_token UNIQUE (token)
);
CREATE TABLE monitor_feeds (
	owner_id VARCHAR(36) NOT NULL,
	token VARCHAR(64) NOT NULL,
	CONSTRAINT pk_monitor_feeds PRIMARY KEY (owner_id),
	CONSTRAINT uq_monitor_feeds_token UNIQUE (token)
);
CREATE TABLE agent_runs (
	job_id VARCHAR(36) NOT NULL,
	team_id VARCHAR(36) NOT NULL,
	thread_id VARCHAR(36) NOT NULL,
	turn INTEGER NOT NULL,
	created_at BIGINT NOT NULL,
	CONSTRAINT pk_agent_runs PRIMARY KEY (job_id),
	CONSTRAINT uq_agent_runs_thread_id UNIQUE (thread_id, turn)
);
CREATE INDEX ix_agent_runs_created_at ON agent_runs (created_at);
CREATE INDEX ix_agent_runs_team_id_created_at ON agent_runs (team_id, created_at);
CREATE TABLE monitor_pictures (
	name VARCHAR(64) NOT NULL,
	monitor_id VARCHAR(36) NOT NULL,
	page_key VARCHAR(32) NOT NULL,
	check_id VARCHAR(36),
	body BLOB NOT NULL,
	CONSTRAINT pk_monitor_pictures PRIMARY KEY (name)
);
CREATE INDEX ix_monitor_pictures_monitor_id ON monitor_pictures (monitor_id, page_key);
CREATE INDEX ix_monitor_pictures_check_id ON monitor_pictures (check_id) WHERE check_id IS NOT NULL;
CREATE TABLE retained_usage (
	day INTEGER NOT NULL,
	operation VARCHAR(32) NOT NULL,
	credits BIGINT NOT NULL,
	charges BIGINT NOT NULL,
	CONSTRAINT pk_retained_usage PRIMARY KEY (day, operation)
) WITHOUT ROWID;
-- sqlite
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger WHEN NOT EXISTS (SELECT 1 FROM teams WHERE teams.id = OLD.team_id AND teams.purge_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'The ledger is only added to.'); END;
-- postgresql
CREATE INDEX ix_index_documents_postings ON index_documents USING gin (postings);
-- postgresql
CREATE FUNCTION ledger_is_only_added_to() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'The ledger is only added to.'; END $$;
-- postgresql
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_only_added_to();
-- postgresql
CREATE FUNCTION ledger_forgets_deleted_teams() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM teams WHERE teams.id = OLD.team_id AND teams.purge_at IS NOT NULL) THEN RETURN OLD; END IF; RAISE EXCEPTION 'The ledger is only added to.'; END $$;
-- postgresql
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_forgets_deleted_teams();
CREATE TABLE frontier_links (
	job BIGINT NOT NULL,
	position INTEGER NOT NULL,
	prints TEXT NOT NULL,
	CONSTRAINT pk_frontier_links PRIMARY KEY (job, position)
);
-- sqlite
INSERT INTO organizations (id, name, created_at, key_restrictions, ip_restrictions, zero_data_retention)
VALUES ('00000000-0000-4000-8000-000000000000', 'Default', CAST(strftime('%s', 'now') AS INTEGER) * 1000, true, true, true);
-- postgresql
INSERT INTO organizations (id, name, created_at, key_restrictions, ip_restrictions, zero_data_retention)
VALUES ('00000000-0000-4000-8000-000000000000', 'Default', CAST(extract(epoch FROM now()) AS BIGINT) * 1000, true, true, true);
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version (version_num) VALUES ('0020');
-- schema 0021
DROP TABLE IF EXISTS renderings;
CREATE TABLE renderings (
	host TEXT NOT NULL,
	pattern TEXT NOT NULL,
	template TEXT NOT NULL,
	team_id TEXT NOT NULL,
	dynamic BOOLEAN NOT NULL,
	looks INTEGER NOT NULL,
	looked_at BIGINT NOT NULL,
	CONSTRAINT pk_renderings PRIMARY KEY (host, pattern, template, team_id)
);
CREATE INDEX ix_renderings_looked_at ON renderings (looked_at);
-- schema 0022
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
-- schema 0023
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
ALTER TABLE activities ADD COLUMN username TEXT;
-- schema 0024
CREATE TABLE signing_keys (
	id VARCHAR(36) NOT NULL,
	private TEXT NOT NULL,
	created_at BIGINT NOT NULL,
	retired_at BIGINT,
	CONSTRAINT pk_signing_keys PRIMARY KEY (id)
);
