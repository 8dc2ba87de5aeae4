/** Every message the outbox can send, by the name that stands in its row. */
import type * as z from 'zod';
import type { Catalog } from '#domain/plans/catalog.ts';
import {
  CancelledPayload,
  cancelledMail,
  EndedPayload,
  endedMail,
  UpgradeAppliedPayload,
  upgradeAppliedMail,
  WithdrawnPayload,
  withdrawnMail,
} from './contract/mail.ts';
import {
  PaymentConfirmedPayload,
  PaymentFailedPayload,
  paymentConfirmedMail,
  paymentFailedMail,
  ReactivatedPayload,
  reactivatedMail,
  SuspendedPayload,
  suspendedMail,
} from './contract/payment-mail.ts';
import { OperatorNoticePayload, operatorNoticeMail } from './operations/mail.ts';
import type { MailContent } from './platform/mail/layout.ts';
import { WelcomePayload, welcomeMail } from './provisioning/mail.ts';
import {
  MonitorsProhibitedPayload,
  monitorsProhibitedMail,
  QuotaExceededPayload,
  quotaExceededMail,
} from './quota/mail.ts';
import {
  SupportMessagePayload,
  SupportReceivedPayload,
  supportMessageMail,
  supportReceivedMail,
} from './support/mail.ts';

/** What messages say about the product and where they go by default. */
export interface MailFacts {
  readonly catalog: Catalog;
  readonly tenantUrlTemplate: string;
  /** Origin of the site. */
  readonly siteUrl: string;
  /** Address of the support team. */
  readonly supportEmail: string;
}

export interface PreparedMail {
  /** `null` when the account has no address: the page has told the person everything. */
  readonly to: string | null;
  readonly replyTo?: string;
  readonly content: MailContent;
}

type Prepare = (payload: unknown, facts: MailFacts) => PreparedMail;

const accountUrl = ({ siteUrl }: MailFacts): string => `${siteUrl}/conta`;

/** A message to the customer, who answers to the support team and finds the account from each one. */
function toCustomer<T extends { to: string | null }>(
  schema: z.ZodType<T>,
  write: (payload: T, facts: MailFacts) => MailContent,
): Prepare {
  return (payload, facts) => {
    const read = schema.parse(payload);
    const content = write(read, facts);
    const account = accountUrl(facts);
    const notes = [
      ...(content.notes ?? []),
      ...(content.action?.url === account ? [] : [`Plano, faturas e cancelamento: ${account}`]),
    ];
    return { to: read.to, replyTo: facts.supportEmail, content: { ...content, notes } };
  };
}

/** Exported so that a test finds every one of them. */
export const mailTemplates: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  ['welcome', toCustomer(WelcomePayload, (p, f) => welcomeMail(p, f.catalog, f.tenantUrlTemplate))],
  ['payment-confirmed', toCustomer(PaymentConfirmedPayload, (p, f) => paymentConfirmedMail(p, f.catalog))],
  [
    'payment-failed',
    toCustomer(PaymentFailedPayload, (p, f) => paymentFailedMail(p, f.catalog, accountUrl(f))),
  ],
  ['suspended', toCustomer(SuspendedPayload, (p, f) => suspendedMail(p, f.catalog, accountUrl(f)))],
  ['reactivated', toCustomer(ReactivatedPayload, (p, f) => reactivatedMail(p, f.tenantUrlTemplate))],
  [
    'upgrade-applied',
    toCustomer(UpgradeAppliedPayload, (p, f) => upgradeAppliedMail(p, f.catalog, f.tenantUrlTemplate)),
  ],
  ['cancelled', toCustomer(CancelledPayload, (p, f) => cancelledMail(p, accountUrl(f)))],
  ['withdrawn', toCustomer(WithdrawnPayload, withdrawnMail)],
  ['ended', toCustomer(EndedPayload, (p, f) => endedMail(p, accountUrl(f)))],
  [
    'operator-notice',
    (payload, { supportEmail }) => ({
      to: supportEmail,
      content: operatorNoticeMail(OperatorNoticePayload.parse(payload)),
    }),
  ],
  [
    'support-message',
    (payload, { supportEmail }) => {
      const read = SupportMessagePayload.parse(payload);
      return { to: supportEmail, replyTo: read.email, content: supportMessageMail(read) };
    },
  ],
  [
    'support-received',
    (payload, { supportEmail }) => {
      const read = SupportReceivedPayload.parse(payload);
      return { to: read.email, replyTo: supportEmail, content: supportReceivedMail(read) };
    },
  ],
  ['quota-exceeded', toCustomer(QuotaExceededPayload, quotaExceededMail)],
  ['monitors-prohibited', toCustomer(MonitorsProhibitedPayload, monitorsProhibitedMail)],
]);

/** @throws Error For an unknown template or a payload that does not fit: a defect, told by the outbox's log. */
export function prepareMail(template: string, payload: string, facts: MailFacts): PreparedMail {
  const prepare = mailTemplates.get(template);
  if (prepare === undefined) throw new Error(`There is no template "${template}".`);
  return prepare(JSON.parse(payload), facts);
}
