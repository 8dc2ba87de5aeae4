/**
 * Every message of the catalogue, by id, for the server and for tests. A page takes the part of its flow instead.
 *
 * Owns: the Portuguese sentences that forms, functions and tests share (requirements 000 §5 and §8). Sentences that the
 * requirements prescribe are copied letter by letter. Does not own: page copy, which lives under content/.
 */
import { account } from './messages/account.ts';
import { activity } from './messages/activity.ts';
import { alerts } from './messages/alerts.ts';
import { availability } from './messages/availability.ts';
import { checkout } from './messages/checkout.ts';
import { errors } from './messages/errors.ts';
import { faq } from './messages/faq.ts';
import { imports } from './messages/import.ts';
import { now } from './messages/now.ts';
import { people } from './messages/people.ts';
import { upgrade } from './messages/plan-change.ts';
import { provisioning } from './messages/provisioning.ts';
import { reports } from './messages/reports.ts';
import { seen } from './messages/seen.ts';
import { server } from './messages/server.ts';
import { shared } from './messages/shared.ts';
import { support } from './messages/support.ts';
import { movingOut } from './messages/take-environment.ts';
import { writer } from './messages/writer.ts';

export const messages = {
  ...shared,
  ...checkout,
  ...upgrade,
  ...provisioning,
  ...account,
  ...movingOut,
  ...people,
  ...alerts,
  ...seen,
  ...activity,
  ...now,
  ...reports,
  ...availability,
  ...imports,
  ...support,
  ...faq,
  ...server,
  ...errors,
} as const;

export type MessageId = keyof typeof messages;

export const message = writer<MessageId>(messages);
