/**
 * What a monitor of Uptime Kuma 2.5.3 consists of: which fields each type has, and what each may contain.
 *
 * Source: `add` in server/server.js, EditMonitor.vue, server/monitor-types and the tables of 2.5.3. A field that is no
 * column fails the whole monitor there, so nothing else is sent. Does not own: the words shown to people.
 */

/** `number` and `list` have limits; a `text` and `code` have a greatest length. */
export type Column =
  | { readonly is: 'text'; readonly max: number }
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'flag' }
  /** Texts; Uptime Kuma refuses numbers. */
  | { readonly is: 'texts' }
  /** JSON text of an object of texts. */
  | { readonly is: 'headers'; readonly max: number }
  /** Any JSON. */
  | { readonly is: 'json' };

const text = (max = 255): Column => ({ is: 'text', max });
const long = text(12_000);
const number = (min = 0, max = 2_147_483_647): Column => ({ is: 'number', min, max });
const flag: Column = { is: 'flag' };
const texts: Column = { is: 'texts' };
const json: Column = { is: 'json' };

/** The longest interval of Uptime Kuma: 24 days. A longer timer of Node fires at once. */
export const INTERVAL_SECONDS_MAX = 2_073_600;

export const columns: Readonly<Record<string, Column>> = {
  name: text(150),
  description: text(2000),
  weight: number(),
  /** 0 is what scripts write for none. */
  interval: number(),
  retryInterval: number(),
  resendInterval: number(),
  maxretries: number(),
  timeout: number(),
  upsideDown: flag,
  url: text(4000),
  hostname: text(),
  port: number(0, 65_535),
  ignoreTls: flag,
  expiryNotification: flag,
  domainExpiryNotification: flag,
  ipFamily: text(4),
  method: text(20),
  headers: { is: 'headers', max: 12_000 },
  body: long,
  httpBodyEncoding: text(25),
  maxredirects: number(0, 100),
  accepted_statuscodes: texts,
  cacheBust: flag,
  saveResponse: flag,
  saveErrorResponse: flag,
  responseMaxLength: number(0, 1_048_576),
  retryOnlyOnStatusCodeFailure: flag,
  authMethod: text(),
  basic_auth_user: text(2000),
  basic_auth_pass: text(2000),
  bearer_token: text(4000),
  authDomain: text(2000),
  authWorkstation: text(2000),
  oauth_auth_method: text(),
  oauth_token_url: text(2000),
  oauth_client_id: text(2000),
  oauth_client_secret: text(2000),
  oauth_scopes: text(2000),
  oauth_audience: text(2000),
  tlsCa: long,
  tlsCert: long,
  tlsKey: long,
  keyword: text(500),
  invertKeyword: flag,
  jsonPath: text(2000),
  jsonPathOperator: text(),
  expectedValue: text(2000),
  conditions: json,
  packetSize: number(0, 65_500),
  ping_count: number(1, 100),
  ping_numeric: flag,
  ping_per_request_timeout: number(0, 60),
  dns_resolve_server: text(),
  dns_resolve_type: text(5),
  pushToken: text(32),
  manual_status: number(0, 3),
  smtpSecurity: text(),
  expectedTlsAlert: text(50),
  game: text(),
  gamedigGivenPortOnly: flag,
  gamedigToken: text(2000),
  grpcUrl: text(),
  grpcProtobuf: long,
  grpcBody: long,
  grpcMetadata: long,
  grpcMethod: text(2000),
  grpcServiceName: text(2000),
  grpcEnableTls: flag,
  mqttUsername: text(),
  mqttPassword: text(),
  mqttTopic: text(2000),
  mqttWebsocketPath: text(),
  mqttSuccessMessage: text(),
  mqttCheckType: text(),
  databaseConnectionString: text(2000),
  databaseQuery: long,
  radiusUsername: text(),
  radiusPassword: text(),
  radiusSecret: text(),
  radiusCalledStationId: text(50),
  radiusCallingStationId: text(50),
  kafkaProducerTopic: text(),
  kafkaProducerMessage: long,
  kafkaProducerBrokers: texts,
  kafkaProducerSsl: flag,
  kafkaProducerAllowAutoTopicCreation: flag,
  kafkaProducerSaslOptions: json,
  rabbitmqNodes: texts,
  rabbitmqUsername: text(),
  rabbitmqPassword: text(),
  snmpOid: text(),
  snmpVersion: text(),
  snmp_v3_username: text(),
  ntpStratumThreshold: number(),
  ntpTimeOffsetThreshold: number(),
  ntpRootDispersionThreshold: number(),
  wsSubprotocol: text(),
  wsIgnoreSecWebsocketAcceptHeader: flag,
  screenshot_delay: number(),
  subtype: text(10),
  location: text(),
  protocol: text(20),
};

/** Of every type. */
const common = [
  'name',
  'description',
  'weight',
  'interval',
  'retryInterval',
  'resendInterval',
  'maxretries',
  'upsideDown',
];
const host = ['hostname', 'port'];
const tls = ['ignoreTls', 'expiryNotification', 'domainExpiryNotification'];
const oauth = ['auth_method', 'token_url', 'client_id', 'client_secret', 'scopes', 'audience'].map(
  (part) => `oauth_${part}`,
);
const sign = ['authMethod', 'basic_auth_user', 'basic_auth_pass', 'bearer_token', ...oauth];
const certificates = ['tlsCa', 'tlsCert', 'tlsKey'];
const fetched = [
  'url',
  'method',
  'headers',
  'body',
  'httpBodyEncoding',
  'timeout',
  'maxredirects',
  'accepted_statuscodes',
  'cacheBust',
  'ipFamily',
  'saveResponse',
  'saveErrorResponse',
  'responseMaxLength',
  'retryOnlyOnStatusCodeFailure',
  'authDomain',
  'authWorkstation',
  ...sign,
  ...tls,
  ...certificates,
];
const asked = ['jsonPath', 'jsonPathOperator', 'expectedValue'];
const database = ['databaseConnectionString', 'databaseQuery'];
const ping = ['packetSize', 'ping_count', 'ping_numeric', 'ping_per_request_timeout', 'timeout', 'ipFamily'];
const resolved = ['dns_resolve_server', 'dns_resolve_type'];

/** The types that an environment can run, with the fields of each beside the common ones. */
const fieldsOfTypes: Readonly<Record<string, readonly string[]>> = {
  http: fetched,
  keyword: [...fetched, 'keyword', 'invertKeyword'],
  'json-query': [...fetched, ...asked],
  'real-browser': ['url', 'timeout', 'accepted_statuscodes', 'screenshot_delay', ...tls],
  'websocket-upgrade': [
    'url',
    'timeout',
    'headers',
    'ignoreTls',
    'accepted_statuscodes',
    ...sign,
    ...certificates,
    'wsSubprotocol',
    'wsIgnoreSecWebsocketAcceptHeader',
  ],
  port: [...host, 'timeout', 'smtpSecurity', 'expectedTlsAlert', ...tls, ...certificates],
  ping: ['hostname', 'domainExpiryNotification', ...ping],
  dns: [...host, ...resolved, 'conditions', 'domainExpiryNotification'],
  push: ['pushToken'],
  manual: ['manual_status'],
  group: [],
  'grpc-keyword': [
    'grpcUrl',
    'grpcProtobuf',
    'grpcBody',
    'grpcMetadata',
    'grpcMethod',
    'grpcServiceName',
    'grpcEnableTls',
    'keyword',
    'invertKeyword',
    'domainExpiryNotification',
  ],
  mqtt: [
    ...host,
    'mqttUsername',
    'mqttPassword',
    'mqttTopic',
    'mqttWebsocketPath',
    'mqttSuccessMessage',
    'mqttCheckType',
    'jsonPath',
    'expectedValue',
    'conditions',
    'domainExpiryNotification',
  ],
  mysql: [...database, 'radiusPassword', 'conditions'],
  postgres: [...database, 'conditions'],
  sqlserver: [...database, 'conditions'],
  oracledb: [...database, 'basic_auth_user', 'basic_auth_pass', 'conditions'],
  mongodb: [...database, 'jsonPath', 'expectedValue'],
  redis: ['databaseConnectionString', 'ignoreTls'],
  radius: [
    ...host,
    'radiusUsername',
    'radiusPassword',
    'radiusSecret',
    'radiusCalledStationId',
    'radiusCallingStationId',
  ],
  'kafka-producer': [
    'kafkaProducerTopic',
    'kafkaProducerMessage',
    'kafkaProducerBrokers',
    'kafkaProducerSsl',
    'kafkaProducerAllowAutoTopicCreation',
    'kafkaProducerSaslOptions',
  ],
  rabbitmq: ['rabbitmqNodes', 'rabbitmqUsername', 'rabbitmqPassword', 'timeout'],
  smtp: [...host, 'smtpSecurity', 'domainExpiryNotification'],
  snmp: [...host, 'radiusPassword', 'snmpOid', 'snmpVersion', 'snmp_v3_username', ...asked, 'timeout'],
  ntp: [...host, 'ntpStratumThreshold', 'ntpTimeOffsetThreshold', 'ntpRootDispersionThreshold', 'timeout'],
  gamedig: [...host, 'game', 'gamedigGivenPortOnly', 'gamedigToken', 'domainExpiryNotification'],
  steam: [...host, 'timeout'],
  globalping: [
    'subtype',
    'location',
    'protocol',
    ...host,
    ...fetched,
    ...ping,
    ...resolved,
    ...asked,
    'keyword',
    'invertKeyword',
    'conditions',
  ],
};

/** Types that check nothing by themselves, and so wait for no answer. */
export const uncheckedTypes: ReadonlySet<unknown> = new Set(['group', 'push', 'manual']);

/** Fields of a type; `null` for a type that an environment cannot run. */
export function fieldsOf(type: string): ReadonlySet<string> | null {
  const own = Object.hasOwn(fieldsOfTypes, type) ? fieldsOfTypes[type] : undefined;
  if (own === undefined) return null;
  return new Set([...common, ...(uncheckedTypes.has(type) ? [] : ['timeout']), ...own]);
}

/** Every type that an environment can run. */
export const importedTypes: readonly string[] = Object.keys(fieldsOfTypes);

/** Types of Uptime Kuma that look at the machine on which it runs (docs: monitor-types). */
export const machineTypes: ReadonlySet<string> = new Set([
  'pm2',
  'system-service',
  'sip-options',
  'tailscale-ping',
]);

/** Types that fetch an address over HTTP: there the terms forbid an IP as the host. */
export const httpTypes: ReadonlySet<string> = new Set(['http', 'keyword', 'json-query', 'real-browser']);

/** Fields of `add` that must be there whatever the type, with what an unset one is. */
export const requiredFields = {
  accepted_statuscodes: ['200-299'],
  conditions: [],
  kafkaProducerBrokers: [],
  kafkaProducerSaslOptions: { mechanism: 'None' },
  rabbitmqNodes: [],
} as const;
