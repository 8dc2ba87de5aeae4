/** Every message the outbox can send, by the name that stands in its row. */
import type { Catalog } from '#domain/plans/catalog.ts';
import type { MailContent } from './layout.ts';
import {
  SupportMessagePayload,
  SupportReceivedPayload,
  supportMessageMail,
  supportReceivedMail,
} from './support.ts';
import { WelcomePayload, welcomeMail } from './welcome.ts';

/** What messages say about the product and where they go by default. */
export interface MailFacts {
  readonly catalog: Catalog;
  readonly tenantUrlTemplate: string;
  /** Address of the support team. */
  readonly supportEmail: string;
}

export interface PreparedMail {
  /** `null` when the account has no address: the page has told the person everything. */
  readonly to: string | null;
  readonly replyTo?: string;
  readonly content: MailContent;
}

const templates: ReadonlyMap<string, (payload: unknown, facts: MailFacts) => PreparedMail> = new Map([
  [
    'welcome',
    (payload, { catalog, tenantUrlTemplate }) => {
      const read = WelcomePayload.parse(payload);
      return { to: read.to, content: welcomeMail(read, catalog, tenantUrlTemplate) };
    },
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
]);

/** @throws Error For an unknown template or a payload that does not fit: a defect, told by the outbox's log. */
export function prepareMail(template: string, payload: string, facts: MailFacts): PreparedMail {
  const prepare = templates.get(template);
  if (prepare === undefined) throw new Error(`There is no template "${template}".`);
  return prepare(JSON.parse(payload), facts);
}
