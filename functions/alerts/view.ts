/** What the page of alerts shows. */

import type { OffReason } from '#domain/alerts/may-be-on.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { messageShare, recipientsMax } from '#domain/alerts/shares.ts';
import type { AlertsView, Preferences } from '#domain/api-schemas/alerts.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel } from './channel-store.ts';
import { hasCode, readNextCodeAt } from './codes-store.ts';
import { detailWords } from './delivery-words.ts';
import { followOwner } from './follow-owner.ts';
import { countMessagesToday, listMessages } from './message-store.ts';
import { type AlertRecipient, listRecipients, recipientName } from './recipient-store.ts';
import { wayBack } from './switch-on.ts';

const instant = (at: number): string => new Date(at).toISOString();

const stateWords = { unproven: 'confirmar', on: 'ativo', off: 'desligado' } as const;
const reasonWords = {
  refused: 'recusou',
  missing: 'nao-existe',
  blocked: 'bloqueou',
  kicked: 'bloqueou',
  left: 'saiu',
  spam: 'spam',
} as const satisfies Record<OffReason, string>;
const channelWords = { none: 'preparando', on: 'ligado', deleted: 'apagado' } as const;
const messageWords = {
  waiting: 'aguarda',
  sent: 'entregue',
  refused: 'recusado',
  unclear: 'talvez',
} as const;
const returnWords = { yes: 'direto', 'by-code': 'por-codigo', never: undefined } as const;

/** Preferences as the API writes them. */
const writtenPreferences = ({ kinds, quiet, reminderHours }: AlertPreferences): Preferences => ({
  avisos: [...kinds],
  silencio:
    quiet === null
      ? null
      : { dias: [...quiet.days], de: quiet.from, ate: quiet.until, fuso: quiet.zone, modo: quiet.mode },
  lembrete: reminderHours,
});

export const preferencesOf = ({ avisos, silencio, lembrete }: Preferences): AlertPreferences => ({
  kinds: avisos,
  quiet:
    silencio === null
      ? null
      : {
          days: silencio.dias,
          from: silencio.de,
          until: silencio.ate,
          zone: silencio.fuso,
          mode: silencio.modo,
        },
  reminderHours: lembrete,
});

const shownMonitor = ({ id, name }: { readonly id: number; readonly name: string }) => ({ id, nome: name });

/** The newest view, for the answer of every request about alerts. */
export async function readAlerts(needs: Deps, { orderId, plan }: Tenant): Promise<AlertsView> {
  const now = needs.clock.now();
  await followOwner(needs, orderId);
  const [channel, recipients, messages, sentToday] = await Promise.all([
    findChannel(needs.db, orderId),
    listRecipients(needs.db, orderId),
    listMessages(needs.db, orderId),
    countMessagesToday(needs.db, orderId, now),
  ]);
  const most = recipientsMax(plan);
  const free = (kind: 'email' | 'telegram') =>
    Math.max(
      0,
      Math.min(
        most[kind] - recipients.filter((each) => each.kind === kind).length,
        most.all - recipients.length,
      ),
    );
  return {
    canal: channelWords[channel?.channel ?? 'none'],
    desligados: (channel?.detached ?? []).map(shownMonitor),
    semCanal: (channel?.untold ?? []).map(shownMonitor),
    destinatarios: await Promise.all(recipients.map((each) => shown(needs, each, now))),
    livres: { email: free('email'), telegram: free('telegram') },
    cota: { hoje: sentToday, limite: messageShare(plan) },
    telegram: needs.messenger !== null,
    mensagens: messages.map(
      ({ id, kind, recipient, subject, lines, createdAt, state, settledAt, detail }) => ({
        id,
        destinatario: recipient,
        tipo: kind,
        assunto: subject,
        linhas: JSON.parse(lines) as string[],
        criadoEm: instant(createdAt),
        estado: messageWords[state],
        ...(settledAt === null ? {} : { entregueEm: instant(settledAt) }),
        ...(detail === null ? {} : { detalhe: detailWords(detail) }),
      }),
    ),
  };
}

async function shown(
  needs: Deps,
  recipient: AlertRecipient,
  now: number,
): Promise<AlertsView['destinatarios'][number]> {
  const { id, kind, state, offReason, isOwner, preferences, address } = recipient;
  const isAwaited = state === 'unproven' || (state === 'off' && (await hasCode(needs, id, now)));
  const nextCodeAt = isAwaited ? await readNextCodeAt(needs, address, now) : null;
  const way = state === 'off' ? returnWords[await wayBack(needs, recipient)] : undefined;
  return {
    id,
    tipo: kind,
    nome: recipientName(recipient),
    estado: isAwaited ? 'confirmar' : stateWords[state],
    ...(offReason === null ? {} : { motivo: reasonWords[offReason] }),
    ...(way === undefined ? {} : { religar: way }),
    ...(isOwner ? { dono: true } : {}),
    ...(nextCodeAt === null ? {} : { reenvioEm: instant(nextCodeAt) }),
    preferencias: writtenPreferences(preferences),
  };
}
