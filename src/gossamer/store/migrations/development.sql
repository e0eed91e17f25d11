-- Changes of development builds, each under the schema that it made, for both kinds of databases. A semicolon ends a line
-- where it ends a statement, and nowhere else.
-- schema 0021
DROP TABLE renderings;
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
