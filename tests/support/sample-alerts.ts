/** A message of every kind about alerts, as recipients get it: mail in HTML and text, and text of a chat. */
import type { Peer } from '#domain/alerts/around.ts';
import { othersOf } from '#domain/alerts/around.ts';
import { chatTextOf } from '#domain/alerts/chat-text.ts';
import type { AlertMonitor } from '#domain/alerts/events.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import type { AlertLine, AlertMessage, PastFall } from '#domain/alerts/lines.ts';
import { emptyMemory } from '#domain/alerts/memory.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { type WrittenAlert, writeAlert } from '#domain/alerts/words.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { mailOf } from '#functions/alerts/alert-mail.ts';
import { newMessage } from '#functions/alerts/message-store.ts';
import type { AlertRecipient } from '#functions/alerts/recipient-store.ts';
import { createKeyedHash } from '#functions/platform/keyed-hash.ts';
import { createKeyedTokens } from '#functions/platform/keyed-tokens.ts';
import { facts, sender } from './sample-mails.ts';

/** A Thursday, 3h15 in São Paulo. */
export const NOW = Date.parse('2026-11-26T06:15:00Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): number => NOW - minutes * MINUTE_MS;
const createdAt = ago(100_000);

const shop = { id: 3, name: 'Loja', address: 'loja.example' };
const long = {
  id: 4,
  name: 'API de pagamentos da filial de Embu-Guaçu (homologação)',
  address: 'api-de-pagamentos-da-filial.embu-guacu.padaria-central.example/v2/saude/completa',
};
const blog = { id: 5, name: 'Blog' };
const about = (monitor: AlertMonitor = shop) => ({ monitor, createdAt });
const window = {
  ...{ title: 'Troca de servidor', from: NOW + 60 * MINUTE_MS, until: NOW + 120 * MINUTE_MS },
  ...{ count: 4, monitors: ['Loja', 'API'] },
};

const fell = (more: Partial<Extract<AlertLine, { what: 'fell' }>> = {}): AlertLine => ({
  ...{ what: 'fell', ...about(), since: ago(2), downAt: ago(1), receivedAt: ago(1), isNews: true },
  ...{ message: 'connect ECONNREFUSED 203.0.113.10:443', isFirst: false, signAt: null, unseen: null },
  ...{ look: 'failed' },
  ...more,
});
const returned: AlertLine = {
  ...{ what: 'returned', ...about(blog), since: ago(9), at: ago(1), gap: null, unseen: null },
  receivedAt: ago(1),
};
const brief = (more: Partial<Extract<AlertLine, { what: 'brief' }>> = {}): AlertLine => ({
  ...{ what: 'brief', ...about(), from: ago(8), at: ago(3), times: 1, isAtLeast: false, gap: null },
  ...{ message: 'Request failed with status code 503', unseen: null, receivedAt: ago(3) },
  ...more,
});
const unstable = { ...about(), at: NOW, isAtLeast: false, isDown: false } as const;

const message = (
  lines: readonly AlertLine[],
  more: Partial<AlertMessage> = {},
): Omit<AlertMessage, 'around'> => ({ lines, share: null, mayBeOurs: false, ...more });

/** By name. */
export const sampleAlerts: Readonly<Record<string, AlertMessage>> = {
  fall: message([fell()]),
  'fall-long': message([
    fell({
      ...about(long),
      message:
        "Hostname/IP does not match certificate's altnames: Host: x. is not in the cert's altnames: DNS:*.hospedagem.example",
      look: null,
    }),
  ]),
  'fall-own-words': message([fell({ message: 'fila de pedidos parada', look: null })]),
  'fall-first': message([fell({ isFirst: true, message: 'getaddrinfo ENOTFOUND loja.example', look: null })]),
  'fall-no-sign': message([fell({ signAt: ago(30), message: '', look: null })]),
  'fall-late': message([fell({ since: ago(40), downAt: ago(39), receivedAt: ago(20), why: 'quiet' })]),
  'fall-share-near': message([fell()], { share: 'near' }),
  'fall-share-used': message([fell()], { share: 'used' }),
  'fall-our-network': message([fell({ look: null })], { mayBeOurs: true }),
  'falls-several': message([
    returned,
    fell(),
    fell({ ...about(long), message: 'timeout of 10000ms exceeded', look: null }),
  ]),
  'falls-many': message(
    Array.from({ length: 200 }, (_, at) =>
      fell({
        ...about({
          id: at + 1,
          name: `Loja da filial ${at + 1}`,
          address: `filial-${at + 1}.padaria.example`,
        }),
        look: null,
      }),
    ),
  ),
  return: message([{ ...returned, ...about() }]),
  brief: message([brief()]),
  'brief-seconds': message([brief({ from: ago(3) - 6_000 })]),
  'brief-counted': message([brief({ times: 3 })]),
  reminder: message([{ what: 'still-down', ...about(), since: ago(61), at: NOW }]),
  seen: message([{ what: 'seen', ...about(), since: ago(9), by: 'Bruno', at: ago(1), receivedAt: ago(1) }]),
  left: message([
    { what: 'left', ...about(), since: ago(9), at: ago(1), reason: 'paused', receivedAt: ago(1) },
  ]),
  unstable: message([{ what: 'unstable', ...unstable, changes: 7 }]),
  stable: message([{ what: 'stable', ...unstable, falls: 3, hasLeft: false }]),
  folded: message([{ what: 'folded', monitor: shop, at: NOW }]),
  first: message([
    { what: 'first', monitor: shop, at: NOW, ping: 230, certificateDays: 63, domainDays: 212 },
  ]),
  'first-unknown': message([
    { what: 'first', monitor: shop, at: NOW, ping: 230, certificateDays: null, domainDays: null },
  ]),
  'maintenance-soon': message([{ what: 'maintenance-soon', window, at: NOW }]),
  maintenance: message([{ what: 'maintenance', window, at: NOW }]),
  'maintenance-over': message([{ what: 'maintenance-over', window, at: NOW }]),
  certificate: message([
    { what: 'certificate', monitor: shop, at: NOW, message: 'O certificado vence em 3 de dezembro de 2026.' },
  ]),
  domain: message([
    {
      what: 'domain',
      monitor: shop,
      at: NOW,
      message: 'O registro do domínio loja.example vence em 3 de dezembro de 2026.',
    },
  ]),
  test: message([{ what: 'test', at: NOW }]),
};

const peer = (id: string, more: Partial<Peer> = {}): Peer => ({
  ...{ id, kind: 'email', address: `${id}@padaria.example`, name: `${id}@padaria.example`, person: null },
  ...{ isInside: false, preferences: defaultPreferences },
  ...more,
});
const peers: readonly Peer[] = [
  peer('ana', { name: 'Ana', person: 'Ana', isInside: true }),
  peer('bruno', { name: 'Bruno' }),
  peer('plantao', { kind: 'telegram', address: '-4000001', name: 'Plantão' }),
];

/** A message with what is decided beside it; Ana reads it. */
export function withAround(given: AlertMessage): AlertMessage {
  const falls = given.lines.flatMap((line): [string, PastFall][] => {
    if (!('createdAt' in line)) return [];
    const since = 'since' in line ? line.since : 'from' in line ? line.from : ago(20);
    const isOpen = line.what === 'fell' || line.what === 'still-down' || line.what === 'seen';
    const key = monitorKey(line.monitor.id, line.createdAt);
    return [[key, { since, until: isOpen ? null : ago(3), isLeft: line.what === 'left' }]];
  });
  return {
    ...given,
    around: {
      to: 'Ana',
      others: othersOf('ana', peers, given.lines, NOW),
      falls: Object.fromEntries(falls.map(([key, fall]) => [key, [fall]])),
    },
  };
}

/** A word to the others about a recipient that ended. */
const sampleNote: WrittenAlert = {
  subject: 'Os avisos não chegam mais a um dos destinos',
  lines: [
    'Os avisos do painel padaria não chegam mais a um dos destinos: o endereço não existe. Os seus continuam.',
  ],
  ...{ tone: 'neutral', shown: null },
};

const hash = createKeyedHash('a'.repeat(64), null);
const needs = {
  ...{ ...facts, ...sender },
  alertLinks: createKeyedTokens(hash, 'alert-recipient'),
  seenLinks: createKeyedTokens(hash, 'alert-seen'),
};
const recipient: AlertRecipient = {
  ...{ id: 'ana', orderId: 'order', kind: 'email', address: 'ana@padaria.example', label: 'Ana' },
  ...{
    isOwner: true,
    memberId: null,
    isPaused: false,
    state: 'on',
    offReason: null,
    preferences: defaultPreferences,
    warnedAt: null,
  },
  ...{ memory: emptyMemory, readFall: 0, readSeq: 0, toldAt: null },
};

/** A message as it is handed over. */
export async function handedOver(written: WrittenAlert) {
  const facts = message([]);
  const waiting = newMessage('0195a000-0000-4000-8000-000000000001', recipient.id, facts, null, written, NOW);
  // As it comes out of its row.
  const read = JSON.parse(JSON.stringify(waiting)) as typeof waiting;
  const mail = await mailOf(needs, {
    recipient,
    message: read,
    place: { subdomain: 'padaria', erasedAt: null, plan: 'pro' },
  });
  return { mail, chat: chatTextOf(read, tenantUrl(needs.tenantUrlTemplate, 'padaria'), needs.siteUrl) };
}

/** Every message of this file, written and handed over, by name. */
export async function everyAlert(): Promise<
  ReadonlyMap<string, Awaited<ReturnType<typeof handedOver>> & { written: WrittenAlert }>
> {
  const all = Object.entries(sampleAlerts).map(
    ([name, each]) => [name, writeAlert(withAround(each), 'America/Sao_Paulo', NOW)] as const,
  );
  const handed = [...all, ['note', sampleNote] as const].map(
    async ([name, written]) => [name, { written, ...(await handedOver(written)) }] as const,
  );
  return new Map(await Promise.all(handed));
}
