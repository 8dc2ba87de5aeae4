/**
 * The body that a webhook receives: the instance's own (measured), the platform's events (requirements 001 §3), and the
 * variables available to a template.
 */
export const situations = ['down', 'up', 'certificate', 'domain', 'test'] as const;
export type Situation = (typeof situations)[number];

/** The values a reader can change in the preview. */
export interface WebhookExample {
  readonly situation: Situation;
  readonly name: string;
  readonly url: string;
  /** The check's message: "Request failed with status code 503". */
  readonly message: string;
  /** Address of the reader's environment, without a trailing slash. */
  readonly host: string;
}

export const situationNames: Readonly<Record<Situation, string>> = {
  down: 'O serviço caiu',
  up: 'O serviço voltou',
  certificate: 'O certificado vai vencer',
  domain: 'O domínio vai vencer',
  test: 'Botão Testar',
};

/** Notices about a check; the others come with neither check nor monitor, also those about a real one. */
export const isAboutCheck = (situation: Situation): situation is 'down' | 'up' =>
  situation === 'down' || situation === 'up';

/** The check's default message in each situation. */
export const checkMessages: Readonly<Record<Situation, string>> = {
  down: 'Request failed with status code 503',
  up: '200 - OK',
  certificate: '',
  domain: '',
  test: '',
};

const MONITOR_ID = 3;
const DOWN_AT = { utc: '2026-11-20 06:13:05.412', local: '2026-11-20 03:13:05' };
/** The same moment as Discord writes it for a reader in Brazil. */
export const WENT_OFFLINE = 'sexta-feira, 20 de novembro de 2026 03:13';
const UP_AT = { utc: '2026-11-20 06:19:05.020', local: '2026-11-20 03:19:05' };
export const DOWNTIME_SECONDS = 360;

const statusWords = { down: '🔴 Down', up: '✅ Up' };
/** Without a check the instance takes any notice for a test. */
const STATUS_WITHOUT_CHECK = '⚠️ Test';

/** The channel's name from the article; a test notification has no monitor. */
const CHANNEL_NAME = 'Webhook do ERP';

/** The last of the days on which the instance sends these notices by default. */
const DAYS_LEFT = 7;

/**
 * The summary as the instance writes it (its `testNotification`, `sendCertNotificationByTargetDays` and
 * `sendDomainNotificationByTargetDays`).
 */
function summary({ situation, name, url, message }: WebhookExample): string {
  switch (situation) {
    case 'test':
      return `${CHANNEL_NAME} Testing`;
    case 'certificate':
      return `[${name}][${url}] server certificate ${hostOf(url)} will expire in ${DAYS_LEFT} days`;
    case 'domain':
      return `Domain name ${domainOf(url)} will expire in ${DAYS_LEFT} days`;
    default:
      return `[${name}] [${statusWords[situation]}] ${message}`;
  }
}

const hostOf = (url: string): string => /^(?:\w+:\/\/)?([^/:?#\s]+)/.exec(url)?.[1] ?? url;

/** The registered part of a host: two labels, or three under endings such as com.br. */
const domainOf = (url: string): string =>
  /[^.]+\.(?:(?:com|net|org|gov|edu|co|ind|eco)\.)?[^.]+$/.exec(hostOf(url))?.[0] ?? hostOf(url);

function heartbeat({ situation, message }: WebhookExample) {
  if (!isAboutCheck(situation)) return null;
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
  return isAboutCheck(situation) ? { id: MONITOR_ID, name, type: 'http', url, interval: 60, tags: [] } : null;
}

/** The body of "Predefinição - application/json", reduced to the fields that the article names. */
export function defaultBody(example: WebhookExample): object {
  return { heartbeat: heartbeat(example), monitor: monitor(example), msg: summary(example) };
}

/** The platform's event; there is one only about a check. */
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

/**
 * The values available to a template: the instance's variables and the platform's five.
 *
 * @param toSafe Applied to every text but `status`, as the instance does where a channel needs it.
 */
export function templateScope(
  example: WebhookExample,
  toSafe: (text: string) => string = (text) => text,
): Readonly<Record<string, unknown>> {
  const { situation, name, url, host } = example;
  const isKnown = isAboutCheck(situation);
  const beat = escaped(heartbeat(example), toSafe);
  const platform = {
    url: isKnown ? toSafe(url) : '',
    datetime: beat?.localDateTime ?? '',
    monitorURL: isKnown ? toSafe(`${host}/dashboard/${MONITOR_ID}`) : '',
  };
  return {
    msg: toSafe(summary(example)),
    name: isKnown ? toSafe(name) : 'Monitor Name not available',
    status: isKnown ? statusWords[situation] : STATUS_WITHOUT_CHECK,
    hostnameOrURL: isKnown ? toSafe(url) : 'testing.hostname',
    heartbeatJSON: beat,
    monitorJSON: escaped(monitor(example), toSafe),
    ...platform,
  };
}

function escaped<T extends object>(fields: T | null, toSafe: (text: string) => string): T | null {
  if (fields === null) return null;
  const all = Object.entries(fields).map(([key, value]) => [
    key,
    typeof value === 'string' ? toSafe(value) : value,
  ]);
  return Object.fromEntries(all) as T;
}

/** Variables that only the platform's templates have, with the replacement elsewhere. */
const platformVariables: Readonly<Record<string, string>> = {
  url: '{{ hostnameOrURL }}',
  datetime: '{{ heartbeatJSON.localDateTime }}',
  monitorURL: 'o endereço do painel seguido de /dashboard/{{ monitorJSON.id }}',
};

const MSG_MISSING =
  'Este aviso não traz verificação nem monitor: só msg diz o que aconteceu, e o seu modelo não a usa.';

/** Hints for the author of a template about its variables. */
export function variableNotes(
  template: string,
  unknown: readonly string[],
  { situation }: Pick<WebhookExample, 'situation'>,
): string[] {
  const missing = unknown.map((name) => `${name} não é uma variável e sai vazia.`);
  const named = Object.entries(platformVariables).filter(([name]) =>
    new RegExp(String.raw`\{\{-?\s*${name}\s*[|}-]`).test(template),
  );
  const foreign = named.map(
    ([name, same]) => `${name} só existe nos modelos da plataforma. No seu modelo, use ${same}.`,
  );
  const isMute = !isAboutCheck(situation) && !/\{[{%][^}]*\bmsg\b/.test(template);
  return [...missing, ...foreign, ...(isMute ? [MSG_MISSING] : [])];
}

/** The article's template: builds the platform's events from the instance's variables. */
export const platformTemplate = `{
  "event": "{% if heartbeatJSON.status == 1 %}monitor.up{% elsif heartbeatJSON %}monitor.down{% elsif msg contains 'will expire in' %}monitor.expiring{% else %}monitor.test{% endif %}",
  "message": {{ msg | json }},
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
