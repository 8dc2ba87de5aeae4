/**
 * What a webhook receives: the instance's own body (measured), the platform's events (requirements 001 §3), and the
 * variables a template may name.
 */
export const situations = ['down', 'up', 'test'] as const;
export type Situation = (typeof situations)[number];

/** What the reader may change in the preview. */
export interface WebhookExample {
  readonly situation: Situation;
  readonly name: string;
  readonly url: string;
  /** What the check said: "Request failed with status code 503". */
  readonly message: string;
  /** Address of the reader's environment, without a slash at the end. */
  readonly host: string;
}

export const situationNames: Readonly<Record<Situation, string>> = {
  down: 'O serviço caiu',
  up: 'O serviço voltou',
  test: 'Botão Testar',
};

/** What the check says in each situation, until the reader writes something else. */
export const checkMessages: Readonly<Record<Situation, string>> = {
  down: 'Request failed with status code 503',
  up: '200 - OK',
  test: '',
};

const MONITOR_ID = 3;
const DOWN_AT = { utc: '2026-11-20 06:13:05.412', local: '2026-11-20 03:13:05' };
const UP_AT = { utc: '2026-11-20 06:19:05.020', local: '2026-11-20 03:19:05' };
export const DOWNTIME_SECONDS = 360;

const statusWords: Record<Situation, string> = { down: '🔴 Down', up: '✅ Up', test: '⚠️ Test' };

/** The channel's own nickname, as in the article: a test knows no monitor. */
const CHANNEL_NAME = 'Webhook do ERP';

/** The summary the instance writes (its `testNotification`: the channel's name and "Testing"). */
function summary({ situation, name, message }: WebhookExample): string {
  return situation === 'test'
    ? `${CHANNEL_NAME} Testing`
    : `[${name}] [${statusWords[situation]}] ${message}`;
}

function heartbeat({ situation, message }: WebhookExample) {
  if (situation === 'test') return null;
  const at = situation === 'down' ? DOWN_AT : UP_AT;
  return {
    monitorID: MONITOR_ID,
    status: situation === 'down' ? 0 : 1,
    time: at.utc,
    msg: message,
    ...(situation === 'up' && { ping: 183 }),
    important: true,
    retries: situation === 'down' ? 3 : 0,
    timezone: 'America/Sao_Paulo',
    timezoneOffset: '-03:00',
    localDateTime: at.local,
    ...(situation === 'up' && { lastDownTime: DOWN_AT.utc }),
  };
}

function monitor({ situation, name, url }: WebhookExample) {
  return situation === 'test' ? null : { id: MONITOR_ID, name, type: 'http', url, interval: 60, tags: [] };
}

/** The body of "Predefinição - application/json", shortened to the fields the article names. */
export function defaultBody(example: WebhookExample): object {
  return { heartbeat: heartbeat(example), monitor: monitor(example), msg: summary(example) };
}

/** The platform's event; it knows no test. */
export function platformBody({ situation, name, url }: WebhookExample): object {
  const isUp = situation === 'up';
  return {
    event: isUp ? 'monitor.up' : 'monitor.down',
    monitor: { id: MONITOR_ID, name, url, type: 'http' },
    timestamp: `${(isUp ? UP_AT : DOWN_AT).utc.replace(' ', 'T')}Z`,
    location: 'São Paulo',
    ...(isUp ? { downtime: DOWNTIME_SECONDS, uptime: 99.58 } : { responseTime: 10000 }),
  };
}

/** What a template may name: the instance's variables and the platform's five. */
export function templateScope(example: WebhookExample): Readonly<Record<string, unknown>> {
  const isTest = example.situation === 'test';
  const beat = heartbeat(example);
  const platform = {
    url: isTest ? '' : example.url,
    datetime: beat?.localDateTime ?? '',
    monitorURL: isTest ? '' : `${example.host}/dashboard/${MONITOR_ID}`,
  };
  return {
    msg: summary(example),
    name: isTest ? 'Monitor Name not available' : example.name,
    status: statusWords[example.situation],
    hostnameOrURL: isTest ? 'testing.hostname' : example.url,
    heartbeatJSON: beat,
    monitorJSON: monitor(example),
    ...platform,
  };
}

/** Variables that only the platform's templates have, with what to write elsewhere. */
const platformVariables: Readonly<Record<string, string>> = {
  url: '{{ hostnameOrURL }}',
  datetime: '{{ heartbeatJSON.localDateTime }}',
  monitorURL: 'o endereço do painel seguido de /dashboard/{{ monitorJSON.id }}',
};

/** What the writer of a template should know about the variables in it. */
export function variableNotes(template: string, unknown: readonly string[]): string[] {
  const missing = unknown.map((name) => `${name} não é uma variável e sai vazia.`);
  const named = Object.entries(platformVariables).filter(([name]) =>
    new RegExp(String.raw`\{\{-?\s*${name}\s*[|}-]`).test(template),
  );
  const foreign = named.map(
    ([name, same]) => `${name} só existe nos modelos da plataforma. No seu modelo, use ${same}.`,
  );
  return [...missing, ...foreign];
}

/** The template of the article: the platform's events out of the instance's variables. */
export const platformTemplate = `{
  "event": "{% if heartbeatJSON.status == 1 %}monitor.up{% elsif heartbeatJSON %}monitor.down{% else %}monitor.test{% endif %}",
  "monitor": {
    "id": {{ monitorJSON.id | default: 0 }},
    "name": {{ name | json }},
    "url": {{ hostnameOrURL | json }},
    "type": "{{ monitorJSON.type }}"
  },
  "timestamp": {% if heartbeatJSON %}"{{ heartbeatJSON.time | replace: ' ', 'T' }}Z"{% else %}null{% endif %},
  "location": "São Paulo",
  {%- if heartbeatJSON.status == 1 %}
  {%- assign back = heartbeatJSON.time | date: "%s" %}
  {%- assign fell = heartbeatJSON.lastDownTime | default: heartbeatJSON.time | date: "%s" %}
  "downtime": {{ back | minus: fell }},
  "uptime": null
  {%- else %}
  "responseTime": {{ heartbeatJSON.ping | default: "null" }}
  {%- endif %}
}`;
