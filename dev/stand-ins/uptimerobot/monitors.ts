/** Monitors of the local UptimeRobot, in the shape of `MonitorDto`; everything in them is invented. */
export interface RobotObject {
  readonly id: number;
  readonly friendlyName: string | null;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The read-only key of the account. */
export const LOCAL_ROBOT_KEY = 'ur1000000-local-only-read-key';

/** What every monitor has in an answer. */
const common = {
  interval: 300,
  timeout: 30,
  status: 'UP',
  sslBrand: null,
  sslExpiryDateTime: null,
  domainExpireDate: null,
  checkSSLErrors: true,
  sslExpirationReminder: true,
  domainExpirationReminder: null,
  followRedirections: true,
  authType: 'NONE',
  httpUsername: '',
  httpPassword: '',
  customHttpHeaders: null,
  httpMethodType: 'GET',
  successHttpResponseCodes: ['2xx', '3xx'],
  postValueData: null,
  postValueType: null,
  port: null,
  gracePeriod: 0,
  keywordValue: '',
  keywordCaseType: 0,
  keywordType: null,
  responseTimeThreshold: 0,
  config: null,
  regionalData: null,
  maintenanceWindows: [],
  psps: [],
  currentStateDuration: 86_400,
  lastIncidentId: null,
  userId: 1_000_000,
  tags: [],
  assignedAlertContacts: [],
  createDateTime: '2024-03-01T12:00:00.000Z',
  groupId: 0,
} as const;

const monitor = (id: number, friendlyName: string | null, type: string, own: object): RobotObject => ({
  ...common,
  id,
  friendlyName,
  type,
  ...own,
});

const assertion = (property: string, comparison: string, target: string | null) => ({
  apiAssertions: { logic: 'AND', checks: [{ property, comparison, target }] },
});

/** One of each type, with what is hard to bring. */
export const sampleMonitors: readonly RobotObject[] = [
  monitor(800_100_001, 'Loja', 'HTTP', {
    url: 'https://www.lojainventada.com.br',
    interval: 60,
    tags: [{ id: 1, name: 'produção', color: '#059669' }],
    assignedAlertContacts: [{ alertContactId: 7, threshold: 0, recurrence: 0 }],
  }),
  monitor(800_100_002, 'Busca da loja', 'KEYWORD', {
    url: 'https://www.lojainventada.com.br/busca',
    keywordType: 'ALERT_EXISTS',
    keywordCaseType: 1,
    keywordValue: 'Erro interno',
  }),
  monitor(800_100_003, 'Servidor', 'PING', { url: '8.8.8.8' }),
  monitor(800_100_004, 'Banco', 'PORT', { url: 'banco.lojainventada.com.br', port: 5432 }),
  monitor(800_100_005, 'Cópia noturna', 'HEARTBEAT', {
    url: 'https://heartbeat.uptimerobot.com/m800100005-invented',
    interval: 86_400,
    gracePeriod: 3600,
  }),
  monitor(800_100_006, 'Domínio', 'DNS', {
    url: 'lojainventada.com.br',
    config: { dnsRecords: { A: ['203.0.113.7'], MX: ['10 mail.lojainventada.com.br'] } },
  }),
  monitor(800_100_007, 'API de pedidos', 'API', {
    url: 'https://api.lojainventada.com.br/saude',
    status: 'PAUSED',
    authType: 'BEARER',
    httpPassword: 'token-inventado',
    config: assertion('$.status', 'equals', 'ok'),
  }),
  monitor(800_100_008, 'Servidor de voz', 'UDP', { url: 'voz.lojainventada.com.br', port: 9987 }),
  monitor(800_100_009, 'Painel antigo', 'HTTP', { url: 'http://203.0.113.20/painel' }),
  // Many optional fields are null in real answers.
  monitor(800_100_010, 'Saúde da API', 'API', {
    url: 'api.lojainventada.com.br/saude',
    keywordCaseType: null,
    successHttpResponseCodes: null,
    followRedirections: null,
    checkSSLErrors: null,
    authType: null,
    tags: null,
    timeout: null,
    config: assertion('status_code', 'equals', '200'),
  }),
  monitor(800_100_011, 'Versão da API', 'API', {
    url: 'https://api.lojainventada.com.br/versao',
    httpMethodType: 'HEAD',
    config: assertion('$.build-id', 'equals', '7'),
  }),
  monitor(800_100_012, 'Erros da API', 'API', {
    url: 'https://api.lojainventada.com.br/erros',
    config: assertion('$.erro', 'is_null', null),
  }),
  monitor(800_100_013, 'Correio', 'PORT', { url: 'mail.lojainventada.com.br' }),
  monitor(800_100_014, null, 'HTTP', { url: 'https://sem-nome.lojainventada.com.br' }),
];

/** The samples, and as many plain ones as are missing. */
export const manyMonitors = (count: number): readonly RobotObject[] => [
  ...sampleMonitors.slice(0, count),
  ...Array.from({ length: Math.max(0, count - sampleMonitors.length) }, (_, at) =>
    monitor(800_200_000 + at, `Site ${at + 1}`, 'HTTP', {
      url: `https://site${at + 1}.lojainventada.com.br`,
    }),
  ),
];
