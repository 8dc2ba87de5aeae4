/** The least fields with which a monitor of each type comes in. */

export const url = 'https://loja.com.br';
/** By type, without the name. */
export const least: Readonly<Record<string, object>> = {
  http: { url },
  keyword: { url, keyword: 'ok' },
  'json-query': { url, jsonPath: 'status', expectedValue: 'ok' },
  'real-browser': { url },
  'websocket-upgrade': { url: 'wss://loja.com.br' },
  port: { hostname: 'loja.com.br', port: 443 },
  ping: { hostname: 'loja.com.br' },
  dns: { hostname: 'loja.com.br' },
  push: {},
  manual: {},
  group: {},
  'grpc-keyword': {
    ...{ grpcUrl: 'loja.com.br:443', grpcProtobuf: 'syntax = "proto3";', grpcServiceName: 'S' },
    ...{ grpcMethod: 'm', keyword: 'ok' },
  },
  mqtt: { hostname: 'loja.com.br', port: 1883, mqttTopic: 'a' },
  mysql: { databaseConnectionString: 'mysql://u:p@loja.com.br/d' },
  postgres: { databaseConnectionString: 'postgres://u:p@loja.com.br/d' },
  sqlserver: { databaseConnectionString: 'Server=loja.com.br,1433;Database=d;User Id=u;Password=p' },
  oracledb: {
    databaseConnectionString: 'loja.com.br:1521/d',
    ...{ basic_auth_user: 'u', basic_auth_pass: 'p' },
  },
  mongodb: { databaseConnectionString: 'mongodb://loja.com.br/d' },
  redis: { databaseConnectionString: 'redis://loja.com.br:6379' },
  radius: {
    ...{ hostname: 'loja.com.br', radiusUsername: 'u', radiusPassword: 'p', radiusSecret: 's' },
    ...{ radiusCalledStationId: 'a', radiusCallingStationId: 'b' },
  },
  'kafka-producer': {
    ...{ kafkaProducerBrokers: ['loja.com.br:9092'], kafkaProducerTopic: 't', kafkaProducerMessage: 'm' },
  },
  rabbitmq: { rabbitmqNodes: ['https://loja.com.br:15672'], rabbitmqUsername: 'u', rabbitmqPassword: 'p' },
  smtp: { hostname: 'loja.com.br' },
  snmp: {
    ...{ hostname: 'loja.com.br', snmpOid: '1.3', jsonPath: '$' },
    expectedValue: '1',
  },
  ntp: { hostname: 'loja.com.br' },
  gamedig: { hostname: 'loja.com.br', game: 'rust' },
  steam: { hostname: 'loja.com.br', port: 27_015 },
  globalping: { subtype: 'http', url },
};
