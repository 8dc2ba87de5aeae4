/**
 * Messages of the platform's alerts as articles show them: facts of an example, in the words of the code that writes the
 * real ones. Words only: their links lead nowhere.
 */
import { othersOf, type Peer } from '#domain/alerts/around.ts';
import { codeMail } from '#domain/alerts/code-mail.ts';
import type { AlertMonitor } from '#domain/alerts/events.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import type { AlertLine, AlertMessage, PastFall } from '#domain/alerts/lines.ts';
import { type AlertMailContent, alertMailContent } from '#domain/alerts/mail-content.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { type WrittenAlert, writeAlert } from '#domain/alerts/words.ts';
import { BUSINESS_TIME_ZONE, formatDay } from '#domain/billing/days.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** The fall that all articles tell: seen twice, at 3h12 and 3h13 on a Friday in São Paulo. */
const FAILED_AT = Date.parse('2026-11-20T06:12:35Z');
const DOWN_AT = FAILED_AT + 30 * SECOND_MS;
const TOLD_AT = DOWN_AT + 4 * SECOND_MS;
const BACK_AT = DOWN_AT + 6 * MINUTE_MS;
const createdAt = FAILED_AT - 90 * 24 * 60 * MINUTE_MS;

const site: AlertMonitor = { id: 3, name: 'Site institucional', address: 'www.exemplo.com.br' };
const shop = { id: 4, name: 'Loja', address: 'loja.exemplo.com.br' };
const api = { id: 5, name: 'API', address: 'api.exemplo.com.br' };

type Fell = Extract<AlertLine, { what: 'fell' }>;
const fell = (more: Partial<Fell> = {}): Fell => ({
  ...{ what: 'fell', monitor: site, createdAt, since: FAILED_AT, downAt: DOWN_AT, receivedAt: DOWN_AT },
  ...{ message: 'Request failed with status code 503', isFirst: false, isNews: true },
  ...{ signAt: null, unseen: null, look: null },
  ...more,
});

/** A moment and what is told then. */
interface Sample {
  readonly at: number;
  readonly lines: readonly AlertLine[];
  readonly share?: AlertMessage['share'];
}

const now = (lines: readonly AlertLine[], share: AlertMessage['share'] = null): Sample => ({
  ...{ at: TOLD_AT, lines, share },
});
const planned = {
  ...{
    title: 'Troca do servidor de e-mail',
    from: TOLD_AT + 15 * MINUTE_MS,
    until: TOLD_AT + 75 * MINUTE_MS,
  },
  ...{ count: 2, monitors: ['E-mail SMTP', 'Webmail'] },
};

const returned = (monitor: AlertMonitor = site): Sample => ({
  at: BACK_AT + 3 * SECOND_MS,
  lines: [
    {
      ...{ what: 'returned', monitor, createdAt, since: FAILED_AT, at: BACK_AT },
      ...{ gap: null, unseen: null, receivedAt: BACK_AT },
    },
  ],
});

const samples = {
  fall: now([fell()]),
  return: returned(),
  falls: now([
    fell({ message: 'connect ECONNREFUSED 203.0.113.10:443', look: 'failed' }),
    fell({ monitor: shop, message: 'connect ECONNREFUSED 203.0.113.10:443', look: 'failed' }),
    fell({ monitor: api, message: 'timeout of 10000ms exceeded' }),
  ]),
  first: now([
    { what: 'first', monitor: site, at: TOLD_AT, ping: 230, certificateDays: 63, domainDays: 212 },
  ]),
  late: { at: TOLD_AT + 20 * MINUTE_MS, lines: [fell({ why: 'provider' })] },
  brief: {
    at: TOLD_AT + 60 * SECOND_MS,
    lines: [
      {
        ...{ what: 'brief', monitor: site, createdAt, from: FAILED_AT, at: DOWN_AT + 40 * SECOND_MS },
        ...{ message: 'timeout of 10000ms exceeded', times: 1, isAtLeast: false },
        ...{ gap: null, unseen: null, receivedAt: DOWN_AT },
      },
    ],
  },
  'no-sign': now([
    fell({ monitor: { id: 6, name: 'Backup da noite' }, message: '', signAt: FAILED_AT - 90 * MINUTE_MS }),
  ]),
  unstable: now([
    { what: 'unstable', monitor: site, createdAt, at: TOLD_AT, changes: 7, isAtLeast: false, isDown: true },
  ]),
  stable: now([
    {
      ...{ what: 'stable', monitor: site, createdAt, at: TOLD_AT, falls: 4 },
      ...{ isAtLeast: false, isDown: false, hasLeft: false },
    },
  ]),
  'share-near': now([fell()], 'near'),
  'share-used': now([fell()], 'used'),
  reminder: {
    at: FAILED_AT + 6 * 60 * MINUTE_MS,
    lines: [{ what: 'still-down', monitor: site, createdAt, since: FAILED_AT, at: TOLD_AT }],
  },
  seen: now([
    {
      ...{ what: 'seen', monitor: site, createdAt, since: FAILED_AT, by: 'Bruno', at: TOLD_AT },
      receivedAt: TOLD_AT,
    },
  ]),
  left: now([
    {
      ...{ what: 'left', monitor: site, createdAt, since: FAILED_AT, at: TOLD_AT },
      ...{ reason: 'paused', receivedAt: TOLD_AT },
    },
  ]),
  certificate: now([
    {
      what: 'certificate',
      monitor: site,
      at: TOLD_AT,
      message: `O certificado vence em ${formatDay('2026-12-04')}.`,
    },
  ]),
  'maintenance-soon': now([{ what: 'maintenance-soon', window: planned, at: TOLD_AT }]),
  maintenance: { at: planned.from, lines: [{ what: 'maintenance', window: planned, at: planned.from }] },
  'maintenance-over': {
    at: planned.until,
    lines: [{ what: 'maintenance-over', window: planned, at: planned.until }],
  },
  test: now([{ what: 'test', at: TOLD_AT }]),
} as const satisfies Readonly<Record<string, Sample>>;

type SampleAlertName = keyof typeof samples;
/** What `<AlertPreview shows="…">` takes; `code` is the mail with the six digits. */
export type SampleMessageName = SampleAlertName | 'code';
export const sampleMessageNames = [...(Object.keys(samples) as SampleAlertName[]), 'code'] as const;

/** A message that an article shows. */
export interface SampleAlert {
  readonly written: WrittenAlert;
  /** "03:13". */
  readonly time: string;
  readonly mail: AlertMailContent;
}

const SUBDOMAIN = 'aurora';
const reader = 'ana';
const peer = (id: string, name: string, kind: Peer['kind'], address: string): Peer => ({
  ...{ id, name, kind, address, person: name, isInside: true, preferences: defaultPreferences },
});
const peers: readonly Peer[] = [
  peer(reader, 'Ana', 'email', 'ana@exemplo.com.br'),
  peer('plantao', 'Plantão', 'telegram', '-1001234567890'),
];

export const sampleAlert = (name: SampleAlertName): SampleAlert => handedOver(samples[name]);

/** The message about a fall or a return of a reader's own monitor. @param message What its check says. */
export function sampleOf(
  situation: 'down' | 'up',
  { name, url, message }: { readonly name: string; readonly url: string; readonly message: string },
): SampleAlert {
  const address = url.replace(/^https?:\/\//, '');
  const monitor = { id: site.id, name, ...(address !== '' && { address }) };
  return handedOver(situation === 'up' ? returned(monitor) : now([fell({ monitor, message })]));
}

function handedOver({ at, lines, share = null }: Sample): SampleAlert {
  const around = { to: 'Ana', others: othersOf(reader, peers, lines, at), falls: fallsOf(lines) };
  const written = writeAlert({ lines, share, mayBeOurs: false, around }, BUSINESS_TIME_ZONE, at);
  return {
    written,
    time: clock.format(at),
    mail: alertMailContent(written, {
      ...{ subdomain: SUBDOMAIN, panel: EXAMPLE_ENVIRONMENT, siteUrl: '', leaveToken: '' },
      seenToken: written.shown?.next === 'seen' ? '' : null,
    }),
  };
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: BUSINESS_TIME_ZONE });

/** The hour before, for the bars. */
function fallsOf(lines: readonly AlertLine[]): Record<string, readonly PastFall[]> {
  const falls = lines.flatMap((line): [string, readonly PastFall[]][] => {
    if (line.what !== 'fell' && line.what !== 'returned' && line.what !== 'brief') return [];
    const since = line.what === 'brief' ? line.from : line.since;
    const until = line.what === 'fell' ? null : line.at;
    return [[monitorKey(line.monitor.id, line.createdAt), [{ since, until, isLeft: false }]]];
  });
  return Object.fromEntries(falls);
}

/** The mail with the six digits. */
export const sampleCode = codeMail({
  ...{ code: '483920', owner: 'ana@exemplo.com.br', subdomain: SUBDOMAIN, refuseUrl: '' },
});
