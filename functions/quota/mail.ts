/** Mails about the monitors of an environment: more than the plan holds, or against the terms. */
import * as z from 'zod';
import { planIds } from '#domain/plans/ids.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { greeting, Recipient } from '#functions/platform/mail/words.ts';

const whole = z.int().nonnegative();

/** What the outbox keeps for `quota-exceeded`. */
const QuotaExceededPayload = Recipient.extend({
  plano: z.enum(planIds),
  monitors: whole,
  limit: whole,
  /** False: at least so many. */
  isExact: z.boolean(),
});
export type QuotaExceededPayload = z.output<typeof QuotaExceededPayload>;

/** What the outbox keeps for `monitors-prohibited`. */
const MonitorsProhibitedPayload = Recipient.extend({ directIp: whole, onion: whole });
export type MonitorsProhibitedPayload = z.output<typeof MonitorsProhibitedPayload>;

const monitorsInWords = (count: number): string => `${count} ${count === 1 ? 'monitor' : 'monitores'}`;

export const quotaMails: MailTemplates = {
  'quota-exceeded': toCustomer(
    QuotaExceededPayload,
    ({ name, subdominio, monitors, limit, plano, isExact }, { catalog, siteUrl }) => {
      const isLargest = catalog.plans.at(-1)?.id === plano;
      const counted = `${isExact ? '' : 'pelo menos '}${monitorsInWords(monitors)}`;
      return {
        subject: `O ambiente ${subdominio} passou do limite do plano`,
        paragraphs: [
          greeting(name),
          `O ambiente ${subdominio} tem ${counted}, e o plano ${catalog.plan(plano).name} inclui até ${limit}.`,
          isLargest
            ? 'Nada foi desligado. Para ficar dentro do plano, apague os monitores que não usa mais. Se precisar de todos, responda a este e-mail.'
            : 'Nada foi desligado. Para ficar dentro do plano, apague os monitores que não usa mais ou passe para um plano maior: os seus monitores continuam onde estão.',
        ],
        ...(isLargest
          ? {}
          : { action: { label: 'Ver planos maiores', url: `${siteUrl}/upgrade?tenant=${subdominio}` } }),
        notes: ['Monitores pausados contam; grupos, não.'],
      };
    },
  ),

  'monitors-prohibited': toCustomer(
    MonitorsProhibitedPayload,
    ({ name, subdominio, directIp, onion }, { siteUrl }) => {
      const found = [
        ...(directIp > 0 ? [`${monitorsInWords(directIp)} HTTP com IP no lugar do domínio`] : []),
        ...(onion > 0 ? [`${monitorsInWords(onion)} com endereço .onion`] : []),
      ];
      return {
        subject: `Monitores do ambiente ${subdominio} contrariam os termos de uso`,
        paragraphs: [
          greeting(name),
          `No ambiente ${subdominio} há ${found.join(' e ')}. Os termos de uso, na seção 4, não permitem esses endereços.`,
          'Troque o IP por um nome de domínio, ou apague o monitor. Monitores de ping, TCP, DNS e servidores de jogos podem usar IP.',
          'Uma conta que continua contrariando os termos pode ser suspensa. Se houve engano, responda a este e-mail: uma pessoa revê o caso.',
        ],
        action: { label: 'Ler os termos de uso', url: `${siteUrl}/termos.html` },
      };
    },
  ),
};
