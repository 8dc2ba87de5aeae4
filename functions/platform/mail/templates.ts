/** Turns an outbox row into a mail. Each room's mail.ts names its templates and their payload. */
import type * as z from 'zod';
import type { Catalog } from '#domain/plans/catalog.ts';
import type { MailContent } from './layout.ts';
import { greeting, type Recipient } from './words.ts';

/** Facts about the product, and default addresses, for all mails. */
export interface MailFacts {
  readonly catalog: Catalog;
  readonly tenantUrlTemplate: string;
  /** Origin of the site. */
  readonly siteUrl: string;
  /** Address of the support team. */
  readonly supportEmail: string;
}

export interface PreparedMail {
  /** `null` when the account has no address: then nothing is sent, because the page shows everything. */
  readonly to: string | null;
  readonly replyTo?: string;
  readonly content: MailContent;
}

/** Templates by their name in the outbox row. */
export type MailTemplates = Readonly<Record<string, (payload: unknown, facts: MailFacts) => PreparedMail>>;

export const accountUrl = ({ siteUrl }: Pick<MailFacts, 'siteUrl'>): string => `${siteUrl}/conta`;

/** Where plan, charges and their ending are. */
export const planUrl = (facts: Pick<MailFacts, 'siteUrl'>): string => `${accountUrl(facts)}/plano`;

/** A mail to the customer: greets by name, has the support team as reply address, and a link to the account. */
export function toCustomer<T extends Pick<z.output<typeof Recipient>, 'to' | 'name'>>(
  schema: z.ZodType<T>,
  write: (payload: T, facts: MailFacts) => MailContent,
): MailTemplates[string] {
  return (payload, facts) => {
    const read = schema.parse(payload);
    const content = write(read, facts);
    const plan = planUrl(facts);
    const notes = [
      ...(content.notes ?? []),
      ...(content.action?.url === plan ? [] : [`Plano, faturas e cancelamento: ${plan}`]),
    ];
    const paragraphs = [greeting(read.name), ...content.paragraphs];
    return { to: read.to, replyTo: facts.supportEmail, content: { ...content, paragraphs, notes } };
  };
}

/** @throws Error For an unknown template or a payload that does not fit: a defect, logged by send-mail.ts. */
export function prepareMail(
  templates: MailTemplates,
  { template, payload }: { readonly template: string; readonly payload: string },
  facts: MailFacts,
): PreparedMail {
  const prepare = templates[template];
  if (prepare === undefined) throw new Error(`There is no template "${template}".`);
  return prepare(JSON.parse(payload), facts);
}
