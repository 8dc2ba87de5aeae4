/**
 * What a monitor of each type needs to be able to be up: the one table for the page's preview and the server.
 *
 * Source: the checks of Uptime Kuma 2.5.3 (server/monitor-types, server/model/monitor.js) and the required fields of its
 * form (EditMonitor.vue). What is refused here is refused on import only; monitors that exist are not looked at.
 */
import type { AddressKind } from './addresses.ts';
import type { Json } from './items.ts';

type Fields = Readonly<Record<string, Json>>;

/** A part of what a type needs, which holds under a condition. */
export interface Needs {
  readonly when?: (fields: Fields) => boolean;
  /** Fields that must have a value. */
  readonly required?: readonly string[];
  /** Fields with what an unset one becomes. */
  readonly defaults?: Fields;
  /** Every field that the check opens; such a field is required. A list is opened one by one. */
  readonly opens?: Readonly<Record<string, AddressKind>>;
  /** The only values of a field. */
  readonly oneOf?: Readonly<Record<string, readonly string[]>>;
}

const is =
  (field: string, ...values: readonly Json[]) =>
  (fields: Fields): boolean =>
    values.includes(fields[field] ?? '');

const hasConditions = ({ conditions }: Fields): boolean => Array.isArray(conditions) && conditions.length > 0;

/** Methods of the form, without the one whose answer has no text. */
const textMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const sign: readonly Needs[] = [
  {
    when: is('authMethod', 'oauth2-cc'),
    required: ['oauth_client_id'],
    opens: { oauth_token_url: 'web' },
    oneOf: { oauth_auth_method: ['client_secret_basic', 'client_secret_post'] },
  },
  { when: is('authMethod', 'bearer'), required: ['bearer_token'] },
  { when: is('authMethod', 'mtls'), required: ['tlsCert', 'tlsKey'] },
];

const fetched = (methods: readonly string[]): readonly Needs[] => [
  {
    opens: { url: 'web' },
    defaults: { method: 'GET' },
    oneOf: {
      method: methods,
      authMethod: ['basic', 'bearer', 'ntlm', 'oauth2-cc', 'mtls'],
      httpBodyEncoding: ['json', 'form', 'xml'],
      ipFamily: ['ipv4', 'ipv6'],
    },
  },
  ...sign,
];

const comparisons = ['==', '!=', '>', '>=', '<', '<=', 'contains'];
/** 1.x knew no other comparison. */
const compared: Needs = {
  required: ['jsonPath', 'expectedValue'],
  defaults: { jsonPathOperator: '==' },
  oneOf: { jsonPathOperator: comparisons },
};
const named = (kind: AddressKind = 'bare'): Needs => ({ opens: { hostname: kind } });
const withPort: Needs = { required: ['port'] };
const database = (kind: AddressKind): readonly Needs[] => [{ opens: { databaseConnectionString: kind } }];

/** Record types that a check can ask for. */
const recordTypes = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT'];
/** Who is asked about a name where nobody is named. */
export const PUBLIC_RESOLVER = '1.1.1.1';

/** Every name by which the check knows an alert of TLS (server/monitor-types/tcp.js). */
const tlsAlerts = [
  ...['none', 'close_notify', 'unexpected_message', 'bad_record_mac', 'decryption_failed', 'record_overflow'],
  ...['decompression_failure', 'handshake_failure', 'no_certificate', 'bad_certificate'],
  ...['unsupported_certificate', 'certificate_revoked', 'certificate_expired', 'certificate_unknown'],
  ...['illegal_parameter', 'unknown_ca', 'access_denied', 'decode_error', 'decrypt_error'],
  ...['export_restriction', 'protocol_version', 'insufficient_security', 'internal_error'],
  ...['inappropriate_fallback', 'user_canceled', 'no_renegotiation', 'missing_extension'],
  ...['unsupported_extension', 'certificate_unobtainable', 'unrecognized_name'],
  ...['bad_certificate_status_response', 'bad_certificate_hash_value', 'unknown_psk_identity'],
  ...['certificate_required', 'no_application_protocol'],
];
const mailSecurity = { smtpSecurity: ['secure', 'nostarttls', 'starttls'] };

const needsOfTypes: Readonly<Record<string, readonly Needs[]>> = {
  http: fetched([...textMethods, 'HEAD']),
  keyword: [...fetched(textMethods), { required: ['keyword'] }],
  'json-query': [...fetched(textMethods), compared],
  'real-browser': [{ opens: { url: 'web' } }],
  'websocket-upgrade': [
    { opens: { url: 'socket' }, oneOf: { authMethod: ['basic', 'bearer', 'oauth2-cc', 'mtls'] } },
    ...sign,
  ],
  port: [named(), withPort, { oneOf: { ...mailSecurity, expectedTlsAlert: tlsAlerts } }],
  ping: [named('pinged')],
  dns: [
    {
      opens: { hostname: 'asked', dns_resolve_server: 'resolvers' },
      defaults: { dns_resolve_type: 'A', port: 53 },
      oneOf: { dns_resolve_type: recordTypes },
    },
  ],
  push: [],
  manual: [],
  group: [],
  'grpc-keyword': [
    {
      opens: { grpcUrl: 'grpc' },
      required: ['grpcProtobuf', 'grpcServiceName', 'grpcMethod', 'keyword'],
      defaults: { grpcBody: '{}' },
    },
  ],
  mqtt: [
    named('mqtt'),
    withPort,
    {
      required: ['mqttTopic'],
      // The check looks for the word "null" where there is nothing to look for.
      defaults: { mqttCheckType: 'keyword', mqttSuccessMessage: '' },
      oneOf: { mqttCheckType: ['keyword', 'json-query'] },
    },
    {
      when: (fields) => is('mqttCheckType', 'json-query')(fields) && !hasConditions(fields),
      required: ['jsonPath', 'expectedValue'],
    },
  ],
  mysql: database('mysql'),
  postgres: database('postgres'),
  sqlserver: database('sqlserver'),
  oracledb: [...database('oracle'), { required: ['basic_auth_user', 'basic_auth_pass'] }],
  mongodb: database('mongodb'),
  redis: database('redis'),
  radius: [
    named(),
    {
      required: [
        ...['radiusUsername', 'radiusPassword', 'radiusSecret'],
        ...['radiusCalledStationId', 'radiusCallingStationId'],
      ],
      defaults: { port: 1812 },
    },
  ],
  'kafka-producer': [
    { opens: { kafkaProducerBrokers: 'broker' }, required: ['kafkaProducerTopic', 'kafkaProducerMessage'] },
  ],
  rabbitmq: [{ opens: { rabbitmqNodes: 'web' }, required: ['rabbitmqUsername', 'rabbitmqPassword'] }],
  smtp: [named(), { defaults: { port: 25 }, oneOf: mailSecurity }],
  snmp: [
    named(),
    compared,
    {
      required: ['snmpOid'],
      defaults: { port: 161, snmpVersion: '2c' },
      oneOf: { snmpVersion: ['1', '2c', '3'] },
    },
    { when: is('snmpVersion', '3'), required: ['snmp_v3_username'] },
    // The client asks with this one where there is none.
    { when: is('snmpVersion', '1', '2c'), defaults: { radiusPassword: 'public' } },
  ],
  ntp: [named(), { defaults: { port: 123 } }],
  // Without a port the game's own is asked.
  gamedig: [named(), { required: ['game'] }],
  steam: [named(), withPort],
  globalping: [
    {
      required: ['subtype', 'location'],
      defaults: { location: 'world' },
      oneOf: { subtype: ['ping', 'http', 'dns'] },
    },
    {
      when: is('subtype', 'ping'),
      opens: { hostname: 'bare' },
      defaults: { protocol: 'ICMP', ping_count: 1 },
      oneOf: { protocol: ['ICMP', 'TCP'] },
    },
    { when: is('subtype', 'http'), opens: { url: 'web' }, defaults: { method: 'GET' } },
    {
      when: is('subtype', 'dns'),
      opens: { hostname: 'bare' },
      defaults: { dns_resolve_type: 'A', port: 53, protocol: 'UDP' },
      oneOf: { protocol: ['UDP', 'TCP'] },
    },
  ],
};

/** What a type needs with these fields, in order; conditions look at what the parts before filled in. */
export const needsOf = (type: string): readonly Needs[] =>
  (Object.hasOwn(needsOfTypes, type) ? needsOfTypes[type] : undefined) ?? [];

/** The field in which a person writes what a type watches; `null` for a type that opens nothing. */
export const addressFieldOf = (type: string): string | null =>
  needsOf(type).flatMap(({ opens = {} }) => Object.keys(opens))[0] ?? null;

const onlyWith =
  (field: string, ...values: readonly Json[]) =>
  (fields: Fields): boolean =>
    !values.includes(fields[field] ?? '');

const globalpingFields: Readonly<Record<string, readonly string[]>> = {
  ping: ['hostname', 'port', 'protocol', 'ping_count', 'ipFamily'],
  http: [
    ...['url', 'method', 'headers', 'protocol', 'ipFamily', 'cacheBust', 'dns_resolve_server', 'keyword'],
    ...[
      'invertKeyword',
      'jsonPath',
      'jsonPathOperator',
      'expectedValue',
      'accepted_statuscodes',
      'authMethod',
    ],
    ...['basic_auth_user', 'basic_auth_pass', 'bearer_token', 'ignoreTls', 'expiryNotification'],
  ],
  dns: ['hostname', 'port', 'protocol', 'ipFamily', 'dns_resolve_server', 'dns_resolve_type', 'keyword'],
};

const idleFields: Readonly<Record<string, (fields: Fields) => boolean>> = {
  bearer_token: onlyWith('authMethod', 'bearer'),
  authDomain: onlyWith('authMethod', 'ntlm'),
  authWorkstation: onlyWith('authMethod', 'ntlm'),
  snmp_v3_username: onlyWith('snmpVersion', '3'),
  ...Object.fromEntries(
    ['auth_method', 'token_url', 'client_id', 'client_secret', 'scopes', 'audience'].map((part) => [
      `oauth_${part}`,
      onlyWith('authMethod', 'oauth2-cc'),
    ]),
  ),
  ...Object.fromEntries(
    ['basic_auth_user', 'basic_auth_pass'].map((field) => [
      field,
      (fields: Fields) => fields['type'] !== 'oracledb' && onlyWith('authMethod', 'basic', 'ntlm')(fields),
    ]),
  ),
  ...Object.fromEntries(
    ['tlsCa', 'tlsCert', 'tlsKey'].map((field) => [
      field,
      (fields: Fields) => fields['type'] !== 'port' && onlyWith('authMethod', 'mtls')(fields),
    ]),
  ),
  httpBodyEncoding: ({ body }) => body === undefined,
  conditions: ({ type }) => type === 'postgres',
  // A push monitor gets a token where it has none that fits.
  pushToken: () => true,
  accepted_statuscodes: ({ type }) => type === 'real-browser',
};

/** Whether the check does not look at a field of its type, as the other fields are. Such a field is no reason to refuse. */
export function isIdle(field: string, fields: Fields): boolean {
  const { type, subtype } = fields;
  const common = ['name', 'description', 'weight', 'interval', 'retryInterval', 'resendInterval', 'timeout'];
  if (type === 'globalping' && typeof subtype === 'string' && subtype in globalpingFields) {
    const own = [...common, 'maxretries', 'upsideDown', 'subtype', 'location'];
    if (!own.includes(field) && !globalpingFields[subtype]?.includes(field)) return true;
  }
  if (type === 'mqtt' && ['jsonPath', 'expectedValue'].includes(field))
    return !hasConditions(fields) && !is('mqttCheckType', 'json-query')(fields);
  return idleFields[field]?.(fields) ?? false;
}

/** Names of fields for people; the others are named as the panel's data has them. */
export const fieldWords: Readonly<Record<string, string>> = {
  port: 'porta',
  keyword: 'a palavra-chave',
  expectedValue: 'o valor esperado',
  jsonPath: 'a consulta JSON',
  mqttTopic: 'o tópico',
  grpcProtobuf: 'a definição do serviço (proto)',
  grpcServiceName: 'o nome do serviço',
  grpcMethod: 'o método do serviço',
  bearer_token: 'o token de acesso',
  oauth_client_id: 'o id do cliente OAuth',
  oauth_token_url: 'o endereço do token OAuth',
  tlsCert: 'o certificado',
  tlsKey: 'a chave do certificado',
  basic_auth_user: 'o usuário',
  basic_auth_pass: 'a senha',
  radiusUsername: 'o usuário',
  radiusPassword: 'a senha',
  radiusSecret: 'o segredo do Radius',
  radiusCalledStationId: 'a estação chamada (Called Station Id)',
  radiusCallingStationId: 'a estação que chama (Calling Station Id)',
  kafkaProducerTopic: 'o tópico',
  kafkaProducerMessage: 'a mensagem',
  rabbitmqUsername: 'o usuário',
  rabbitmqPassword: 'a senha',
  snmpOid: 'o OID',
  snmp_v3_username: 'o usuário do SNMPv3',
  game: 'o jogo',
  subtype: 'o tipo de teste',
};
