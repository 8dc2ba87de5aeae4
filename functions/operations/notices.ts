/** Notices to the operators, each sent once. */
import type { Deps } from '#functions/compose.ts';
import { exists, statement } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport, mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { OperatorNotice, OperatorNoticePayload } from './mail.ts';

/** Makes the store over a D1 database. */
export function createNoticeStore(db: D1Database) {
  return {
    /** Records a notice with its mail and event; false, with neither, when it was recorded before. */
    notice: (kind: string, reference: string, report: ChangeReport, now: number): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          'INSERT INTO billing_notices (kind, reference, noticed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          kind,
          reference,
          now,
        ),
        report,
        now,
      ),
    isNoticed: (kind: string, reference: string): Promise<boolean> =>
      exists(db, 'SELECT 1 FROM billing_notices WHERE kind = ? AND reference = ?', kind, reference),
  };
}

/**
 * Mails the operators once per kind and reference; true for the first time.
 * @param also Mails to the customer about the same, sent together with it.
 */
export function notifyOperators(
  { billingWork, clock }: Pick<Deps, 'billingWork' | 'clock'>,
  kind: OperatorNotice,
  about: Omit<OperatorNoticePayload, 'kind' | 'subdominio'> & {
    readonly subdomain: string | null;
    readonly orderId?: string;
  },
  also: readonly OutgoingMail[] = [],
): Promise<boolean> {
  const { orderId, subdomain, ...facts } = about;
  const payload = { kind, subdominio: subdomain, ...facts };
  const mail = mailOf(`operator-${kind}-${about.reference}`, 'operator-notice', payload);
  // The reference of a notice about a person contains the account, so it is left out.
  const detail = facts.who === undefined ? `${kind} ${about.reference}` : kind;
  const event = { kind: 'operator-notice', detail, ...(orderId === undefined ? {} : { orderId }) };
  return billingWork.notice(kind, about.reference, { events: [event], mails: [mail, ...also] }, clock.now());
}
