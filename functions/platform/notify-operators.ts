/** Notices to the operators, each sent once. */
import type { Clock } from './clock.ts';
import type { OperatorNotice, OperatorNoticePayload } from './mail/operator-notice.ts';
import { noteNotice } from './notice-store.ts';
import { mailOf, type OutgoingMail } from './outbox.ts';

/** A notice to be written with the change that it is about. */
export const operatorMail = (id: string, payload: OperatorNoticePayload): OutgoingMail =>
  mailOf(id, 'operator-notice', payload);

/** What a notice is written with. */
export interface NoticeNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
}

/**
 * Mails the operators once per kind and reference; true for the first time.
 * @param also Mails to the customer about the same, sent together with it.
 */
export function notifyOperators(
  { db, clock }: NoticeNeeds,
  kind: OperatorNotice,
  about: Omit<OperatorNoticePayload, 'kind' | 'subdominio'> & {
    readonly subdomain: string | null;
    readonly orderId?: string | null;
  },
  also: readonly OutgoingMail[] = [],
): Promise<boolean> {
  const { orderId, subdomain, ...facts } = about;
  const mail = operatorMail(`operator-${kind}-${about.reference}`, { kind, subdominio: subdomain, ...facts });
  // The reference of a notice about a person contains the account, so it is left out.
  const detail = facts.who === undefined ? `${kind} ${about.reference}` : kind;
  const event = { kind: 'operator-notice', detail, orderId: orderId ?? null };
  return noteNotice(db, kind, about.reference, { events: [event], mails: [mail, ...also] }, clock.now());
}
