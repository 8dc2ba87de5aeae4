/** Two monitors of each type of Uptime Kuma 2.5.3, with the fields of its form; each secret contains `segredo`. */
import { monitor } from './monitor-form.ts';

const host = { url: null, hostname: 'servidor.com.br', port: 4242 };
const login = { basic_auth_user: 'segredo-usuario', basic_auth_pass: 'segredo-senha' };
const oauth = {
  authMethod: 'oauth2-cc',
  oauth_auth_method: 'client_secret_basic',
  oauth_scopes: 'segredo-escopo',
  oauth_client_id: 'segredo-id',
  oauth_client_secret: 'segredo-cliente',
  oauth_audience: 'segredo-publico',
  oauth_token_url: 'https://segredo.com.br/token',
};
const database = (databaseConnectionString: string) => ({
  databaseConnectionString,
  databaseQuery: 'SELECT 1',
});
const mysql = database('mysql://segredo:segredo@db.loja.com.br/x');
const postgres = database('postgres://segredo:segredo@db.loja.com.br/x');
const sqlserver = database('Server=db.loja.com.br,1433;User Id=segredo;Password=segredo');
const oracle = database('db.loja.com.br:1521/x');
const mongodb = database('mongodb://segredo:segredo@db.loja.com.br/x');
const redis = database('redis://segredo:segredo@db.loja.com.br:6379');
const radius = {
  radiusUsername: 'segredo',
  radiusPassword: 'segredo',
  radiusSecret: 'segredo',
  radiusCalledStationId: '1',
  radiusCallingStationId: '2',
};

const fieldsByType: Readonly<Record<string, readonly [object, object]>> = {
  http: [
    {
      headers: '{"X-Chave": "segredo"}',
      body: '{"senha": "segredo"}',
      method: 'POST',
      authMethod: 'basic',
      ...login,
    },
    { url: 'https://segredo-usuario:senha@loja.com.br/x?a=1', ...oauth, maxredirects: 3 },
  ],
  keyword: [
    { keyword: 'Olá', invertKeyword: true },
    { keyword: 'fim', authMethod: 'bearer', bearer_token: 'segredo' },
  ],
  'json-query': [
    { jsonPath: '$.ok', expectedValue: 'true', jsonPathOperator: '==' },
    { jsonPath: '$', expectedValue: '1', jsonPathOperator: '>' },
  ],
  'real-browser': [{ screenshot_delay: 2 }, {}],
  'websocket-upgrade': [{ url: 'wss://loja.com.br', wsSubprotocol: 'chat' }, { url: 'wss://loja.com.br/2' }],
  port: [
    host,
    { ...host, smtpSecurity: 'starttls', tlsKey: 'segredo', tlsCert: 'segredo', tlsCa: 'segredo' },
  ],
  ping: [
    { ...host, packetSize: 100, ping_count: 3, ping_numeric: false, ping_per_request_timeout: 5 },
    { ...host, ipFamily: 'ipv6' },
  ],
  dns: [
    { ...host, port: 53, dns_resolve_type: 'MX', dns_resolve_server: '1.1.1.1' },
    {
      ...host,
      dns_resolve_type: 'A',
      dns_resolve_server: '9.9.9.9',
      conditions: [
        { type: 'expression', andOr: 'and', variable: 'record', operator: 'equals', value: '203.0.113.1' },
      ],
    },
  ],
  push: [
    { url: null, pushToken: 'segredo00000000000000000000000aa' },
    { url: null, pushToken: 'segredo00000000000000000000000bb' },
  ],
  manual: [
    { url: null, manual_status: 1 },
    { url: null, manual_status: 0 },
  ],
  'grpc-keyword': [
    {
      grpcUrl: 'loja.com.br:443',
      grpcProtobuf: 'syntax = "proto3";',
      grpcServiceName: 'Saude',
      grpcMethod: 'check',
      grpcMetadata: '{"a": "segredo"}',
      grpcEnableTls: true,
      keyword: 'ok',
      grpcBody: '{"senha": "segredo"}',
    },
    {
      grpcUrl: 'loja.com.br:80',
      grpcProtobuf: 'syntax = "proto3";',
      grpcServiceName: 'Saude',
      grpcMethod: 'check',
      keyword: 'SERVING',
    },
  ],
  mqtt: [
    {
      ...host,
      mqttUsername: 'segredo',
      mqttPassword: 'segredo',
      mqttTopic: 'casa',
      mqttSuccessMessage: 'ok',
    },
    { ...host, mqttTopic: 'rua', mqttCheckType: 'json-query', jsonPath: '$.a', expectedValue: '1' },
  ],
  mysql: [{ ...mysql, radiusPassword: 'segredo' }, mysql],
  postgres: [postgres, postgres],
  sqlserver: [sqlserver, sqlserver],
  oracledb: [
    { ...oracle, ...login },
    { ...oracle, ...login },
  ],
  mongodb: [
    { ...mongodb, databaseQuery: '{"ping": 1}', jsonPath: '$', expectedValue: '1' },
    { ...mongodb, databaseQuery: null },
  ],
  redis: [{ ...redis, ignoreTls: true }, redis],
  radius: [
    { ...host, ...radius },
    { ...host, ...radius, radiusCallingStationId: '3' },
  ],
  'kafka-producer': [
    {
      kafkaProducerBrokers: ['a.com.br:9092', 'b.com.br:9092'],
      kafkaProducerTopic: 'saude',
      kafkaProducerMessage: 'segredo',
      kafkaProducerSsl: true,
      kafkaProducerAllowAutoTopicCreation: true,
      kafkaProducerSaslOptions: { mechanism: 'plain', username: 'segredo', password: 'segredo' },
    },
    { kafkaProducerBrokers: ['c.com.br:9092'], kafkaProducerTopic: 'x', kafkaProducerMessage: '1' },
  ],
  rabbitmq: [
    { rabbitmqNodes: ['https://a.com.br'], rabbitmqUsername: 'segredo', rabbitmqPassword: 'segredo' },
    {
      rabbitmqNodes: ['https://b.com.br', 'https://c.com.br'],
      rabbitmqUsername: 'segredo',
      rabbitmqPassword: 'segredo',
    },
  ],
  smtp: [{ ...host, smtpSecurity: 'secure' }, host],
  snmp: [
    {
      ...host,
      snmpOid: '1.3.6',
      snmpVersion: '2c',
      radiusPassword: 'segredo',
      jsonPath: '$',
      expectedValue: '1',
    },
    {
      ...host,
      snmpOid: '1.3.7',
      snmpVersion: '3',
      snmp_v3_username: 'segredo',
      jsonPath: '$',
      expectedValue: '2',
    },
  ],
  ntp: [
    { ...host, ntpStratumThreshold: 3 },
    { ...host, ntpTimeOffsetThreshold: 200 },
  ],
  gamedig: [
    { ...host, game: 'sdtd', gamedigToken: 'segredo' },
    { ...host, game: 'minecraft' },
  ],
  steam: [host, host],
  globalping: [
    { subtype: 'ping', location: 'world', ...host, protocol: 'ICMP' },
    { subtype: 'http', location: 'Brazil', protocol: 'HTTPS' },
  ],
  docker: [
    { url: null, docker_container: 'loja' },
    { url: null, docker_container: 'banco' },
  ],
  'tailscale-ping': [host, host],
  'system-service': [
    { url: null, system_service_name: 'nginx' },
    { url: null, system_service_name: 'sshd' },
  ],
};

/** Sixty, none of which is checked; every third belongs to a group, and has a description. */
export const sampleMonitors = (groups: readonly number[]): Record<string, unknown>[] =>
  Object.entries(fieldsByType).flatMap(([type, both]) =>
    both.map((fields, at) => ({
      ...monitor(`${type} ${at + 1} “ção”`, {
        type,
        url: 'https://loja.com.br',
        ...fields,
        active: false,
        interval: 60 + at,
      }),
      ...(at === 0 ? { parent: groups[type.length % groups.length], description: 'Uma\nnota' } : {}),
    })),
  );
