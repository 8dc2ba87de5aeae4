/** Schemas and formats shared by several mails. */
import * as z from 'zod';
import { BUSINESS_TIME_ZONE, businessDay } from '#domain/billing/days.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { atTime, timeOfDay } from '#domain/text/time-of-day.ts';

/** Recipient of a mail about an environment. */
export const Recipient = z.object({
  /** `null` when the account has no address: then nothing is sent, because the page shows everything. */
  to: z.email().nullable(),
  name: z.string().nullable(),
  subdominio: z.string(),
});

/** `YYYY-MM-DD`. */
export const Day = z.iso.date();
export const Cycle = z.enum(billingCycles);

export const greeting = (name: string | null): string => (name ? `Olá, ${name}.` : 'Olá.');

const dayFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** "5 de dezembro de 2026 às 14h03", in São Paulo. */
export const writeMoment = (at: number): string =>
  `${writeDay(businessDay(at))} ${atTime(timeOfDay(at, BUSINESS_TIME_ZONE))}`;

/** "5 de dezembro de 2026". */
export const writeDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
