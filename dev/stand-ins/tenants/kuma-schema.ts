/**
 * Tables of an instance's database as Uptime Kuma 2.5.3 makes them, which import and export use as they are: any column
 * that is missing here would be missing there.
 */
export const OWNED_TABLES = `
  CREATE TABLE remote_browser(id integer not null primary key autoincrement, name varchar(255) not null, url
    varchar(255) not null, user_id integer);
  CREATE TABLE docker_host(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, user_id INT NOT NULL, docker_daemon
    VARCHAR(255), docker_type VARCHAR(255), name VARCHAR(255));
  CREATE TABLE proxy(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, user_id INT NOT NULL, protocol VARCHAR(10) NOT
    NULL, host VARCHAR(255) NOT NULL, port integer, auth BOOLEAN NOT NULL, username VARCHAR(255) NULL, password
    VARCHAR(255) NULL, active BOOLEAN NOT NULL DEFAULT 1, "default" BOOLEAN NOT NULL DEFAULT 0, created_date DATETIME
    NOT NULL DEFAULT(DATETIME('now')));
  CREATE TABLE monitor(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name VARCHAR(150), active BOOLEAN NOT NULL
    DEFAULT 1, user_id INTEGER REFERENCES user ON DELETE SET NULL ON UPDATE CASCADE, interval INTEGER NOT NULL DEFAULT
    20, url TEXT, type VARCHAR(20), weight INTEGER DEFAULT 2000, hostname VARCHAR(255), port INTEGER, created_date
    DATETIME NOT NULL DEFAULT(DATETIME('now')), keyword VARCHAR(255), maxretries INTEGER NOT NULL DEFAULT 0,
    ignore_tls BOOLEAN NOT NULL DEFAULT 0, upside_down BOOLEAN NOT NULL DEFAULT 0, maxredirects INTEGER NOT NULL
    DEFAULT 10, accepted_statuscodes_json TEXT NOT NULL DEFAULT '["200-299"]', dns_resolve_type VARCHAR(5),
    dns_resolve_server VARCHAR(255), dns_last_result text, retry_interval INTEGER NOT NULL DEFAULT 0, push_token
    varchar(32), method TEXT NOT NULL DEFAULT 'GET', body TEXT DEFAULT null, headers TEXT DEFAULT null,
    basic_auth_user TEXT DEFAULT null, basic_auth_pass TEXT DEFAULT null, docker_host INTEGER REFERENCES
    docker_host(id), docker_container VARCHAR(255), proxy_id INTEGER REFERENCES proxy(id), expiry_notification BOOLEAN
    DEFAULT 1, mqtt_topic TEXT, mqtt_success_message VARCHAR(255), mqtt_username VARCHAR(255), mqtt_password
    VARCHAR(255), database_connection_string VARCHAR(2000), database_query TEXT, auth_method VARCHAR(250), auth_domain
    TEXT, auth_workstation TEXT, grpc_url VARCHAR(255) DEFAULT null, grpc_protobuf TEXT DEFAULT null, grpc_body TEXT
    DEFAULT null, grpc_metadata TEXT DEFAULT null, grpc_method VARCHAR(255) DEFAULT null, grpc_service_name
    VARCHAR(255) DEFAULT null, grpc_enable_tls BOOLEAN NOT NULL DEFAULT 0, radius_username VARCHAR(255),
    radius_password VARCHAR(255), radius_calling_station_id VARCHAR(50), radius_called_station_id VARCHAR(50),
    radius_secret VARCHAR(255), resend_interval INTEGER NOT NULL DEFAULT 0, packet_size INTEGER NOT NULL DEFAULT 56,
    game VARCHAR(255), http_body_encoding VARCHAR(25), description TEXT DEFAULT null, tls_ca TEXT DEFAULT null,
    tls_cert TEXT DEFAULT null, tls_key TEXT DEFAULT null, parent INTEGER REFERENCES monitor(id) ON DELETE SET NULL ON
    UPDATE CASCADE, invert_keyword BOOLEAN NOT NULL DEFAULT 0, json_path TEXT, expected_value VARCHAR(255),
    kafka_producer_topic VARCHAR(255), kafka_producer_brokers TEXT, kafka_producer_sasl_options TEXT,
    kafka_producer_message TEXT, oauth_client_id TEXT DEFAULT null, oauth_client_secret TEXT DEFAULT null,
    oauth_token_url TEXT DEFAULT null, oauth_scopes TEXT DEFAULT null, oauth_auth_method TEXT DEFAULT null, timeout
    DOUBLE NOT NULL DEFAULT 0, gamedig_given_port_only BOOLEAN NOT NULL DEFAULT 1, kafka_producer_ssl BOOLEAN NOT NULL
    DEFAULT 0, kafka_producer_allow_auto_topic_creation BOOLEAN NOT NULL DEFAULT 0, mqtt_check_type varchar(255) NOT
    NULL DEFAULT 'keyword', remote_browser integer NULL DEFAULT null, snmp_oid varchar(255) DEFAULT null, snmp_version
    text CHECK(snmp_version in('1', '2c', '3')) DEFAULT '2c', json_path_operator varchar(255) DEFAULT null, cache_bust
    boolean NOT NULL DEFAULT '0', conditions text NOT NULL DEFAULT '[]', rabbitmq_nodes text, rabbitmq_username
    varchar(255), rabbitmq_password varchar(255), smtp_security varchar(255) DEFAULT null,
    ws_ignore_sec_websocket_accept_header boolean NOT NULL DEFAULT '0', ws_subprotocol varchar(255) NOT NULL DEFAULT
    '', ping_count integer NOT NULL DEFAULT '1', ping_numeric boolean NOT NULL DEFAULT '1', ping_per_request_timeout
    integer NOT NULL DEFAULT '2', ip_family varchar(4) DEFAULT null, manual_status integer, oauth_audience
    varchar(255) NULL DEFAULT null, mqtt_websocket_path varchar(255) NULL, domain_expiry_notification boolean DEFAULT
    '0', save_response boolean NOT NULL DEFAULT '0', save_error_response boolean NOT NULL DEFAULT '1',
    response_max_length integer NOT NULL DEFAULT '1024', system_service_name varchar(255), subtype varchar(10) NULL,
    location varchar(255) NULL, protocol varchar(20) NULL, snmp_v3_username varchar(255), expected_tls_alert
    varchar(50) DEFAULT null, retry_only_on_status_code_failure boolean NOT NULL DEFAULT '0', screenshot_delay integer
    NOT NULL DEFAULT '0', ntp_stratum_threshold integer default '5', ntp_time_offset_threshold integer default '1000',
    ntp_root_dispersion_threshold integer default '500', bearer_token text default null, gamedig_token text default
    null, FOREIGN KEY(remote_browser) REFERENCES remote_browser(id));
  CREATE TABLE tag(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(255) NOT NULL, color VARCHAR(255) NOT
    NULL, created_date DATETIME DEFAULT(DATETIME('now')) NOT NULL);
  CREATE TABLE monitor_tag(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, tag_id INTEGER
    NOT NULL, value TEXT, FOREIGN KEY(tag_id) REFERENCES tag(id) ON DELETE CASCADE ON UPDATE CASCADE, FOREIGN
    KEY(monitor_id) REFERENCES monitor(id) ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE status_page(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, slug VARCHAR(255) NOT NULL UNIQUE, title
    VARCHAR(255) NOT NULL, description TEXT, icon VARCHAR(255) NOT NULL, theme VARCHAR(30) NOT NULL, published BOOLEAN
    NOT NULL DEFAULT 1, search_engine_index BOOLEAN NOT NULL DEFAULT 1, show_tags BOOLEAN NOT NULL DEFAULT 0, password
    VARCHAR, created_date DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, modified_date DATETIME NOT NULL DEFAULT
    CURRENT_TIMESTAMP, footer_text TEXT, custom_css TEXT, show_powered_by BOOLEAN NOT NULL DEFAULT 1, analytics_id
    VARCHAR, show_certificate_expiry BOOLEAN NOT NULL DEFAULT 0, auto_refresh_interval integer DEFAULT '300',
    analytics_script_url varchar(255), show_only_last_heartbeat boolean NOT NULL DEFAULT '0', rss_title varchar(255),
    analytics_type varchar(255) null default null);
  CREATE TABLE status_page_cname(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, status_page_id INTEGER NOT NULL
    REFERENCES status_page(id) ON DELETE CASCADE ON UPDATE CASCADE, domain VARCHAR NOT NULL UNIQUE);
  CREATE TABLE "group"(id INTEGER not null primary key autoincrement, name VARCHAR(255) not null, created_date
    DATETIME default(DATETIME('now')) not null, public BOOLEAN default 0 not null, active BOOLEAN default 1 not null,
    weight BOOLEAN NOT NULL DEFAULT 1000, status_page_id INTEGER);
  CREATE TABLE monitor_group(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, monitor_id INTEGER NOT NULL REFERENCES
    monitor(id) ON DELETE CASCADE ON UPDATE CASCADE, group_id INTEGER NOT NULL REFERENCES "group"(id) ON DELETE
    CASCADE ON UPDATE CASCADE, weight BOOLEAN NOT NULL DEFAULT 1000, send_url BOOLEAN DEFAULT 0 NOT NULL, custom_url
    text);
  CREATE TABLE incident(id INTEGER not null primary key autoincrement, title VARCHAR(255) not null, content TEXT not
    null, style VARCHAR(30) default 'warning' not null, created_date DATETIME default(DATETIME('now')) not null,
    last_updated_date DATETIME, pin BOOLEAN default 1 not null, active BOOLEAN default 1 not null, status_page_id
    INTEGER);
  CREATE TABLE maintenance(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title VARCHAR(150) NOT NULL, description
    TEXT NOT NULL, user_id INTEGER REFERENCES user(id) ON DELETE SET NULL ON UPDATE CASCADE, active BOOLEAN NOT NULL
    DEFAULT 1, strategy VARCHAR(50) NOT NULL DEFAULT 'single', start_date DATETIME, end_date DATETIME, start_time
    TIME, end_time TIME, weekdays VARCHAR2(250) DEFAULT ' ', days_of_month TEXT DEFAULT ' ', interval_day INTEGER,
    cron TEXT, timezone VARCHAR(255), duration INTEGER, last_start_date datetime);
  CREATE TABLE monitor_tls_info(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, monitor_id INTEGER NOT NULL REFERENCES
    monitor(id) ON DELETE CASCADE ON UPDATE CASCADE, info_json text);
  CREATE TABLE maintenance_status_page(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, status_page_id INTEGER NOT NULL,
    maintenance_id INTEGER NOT NULL, FOREIGN KEY(maintenance_id) REFERENCES maintenance(id) ON DELETE CASCADE ON
    UPDATE CASCADE, FOREIGN KEY(status_page_id) REFERENCES status_page(id) ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE api_key(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "key" VARCHAR(255) NOT NULL, name VARCHAR(255)
    NOT NULL, user_id INTEGER NOT NULL, created_date DATETIME DEFAULT(DATETIME('now')) NOT NULL, active BOOLEAN
    DEFAULT 1 NOT NULL, expires DATETIME DEFAULT NULL, FOREIGN KEY(user_id) REFERENCES user(id) ON DELETE CASCADE ON
    UPDATE CASCADE);`;
