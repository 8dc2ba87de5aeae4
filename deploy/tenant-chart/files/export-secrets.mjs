/** What is secret in an instance's tables (Uptime Kuma 2.5.3), and what in them is the platform's and not the customer's. */

/** Columns of monitors; `radius_password` is also SNMP's community. What cannot be empty gets this value. */
export const secretColumns = {
  ...Object.fromEntries(
    [
      ...['headers', 'body', 'basic_auth_user', 'basic_auth_pass', 'bearer_token', 'push_token'],
      ...['oauth_client_id', 'oauth_client_secret', 'oauth_token_url', 'oauth_scopes', 'oauth_audience'],
      ...['auth_domain', 'auth_workstation', 'tls_ca', 'tls_cert', 'tls_key', 'grpc_body', 'grpc_metadata'],
      ...['mqtt_username', 'mqtt_password', 'database_connection_string', 'gamedig_token'],
      ...['radius_username', 'radius_password', 'radius_secret', 'snmp_v3_username'],
      ...['rabbitmq_username', 'rabbitmq_password', 'kafka_producer_message'],
    ].map((column) => [column, null]),
  ),
  kafka_producer_sasl_options: '{"mechanism":"None"}',
};

/** Columns that contain an address, which may contain a user and a password. */
export const addressColumns = ['url', 'grpc_url'];

/** Removes user and password from an address; any other text stays as it is. */
export function withoutLogin(address) {
  const url = URL.parse(address ?? '');
  if (url === null || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Settings that are secret. */
export const secretSettings = [
  ...['steamAPIKey', 'globalpingApiToken', 'cloudflaredTunnelToken'],
  ...['webpushPrivateVapidKey', 'webpushPublicVapidKey'],
];

/** The condition for rows of `notification` that are the platform's own channel (alert-channel.mjs). */
export const OWN_CHANNEL = "json_valid(config) AND config ->> '$.webhookURL' GLOB 'http://127.0.0.1:*/alert'";
