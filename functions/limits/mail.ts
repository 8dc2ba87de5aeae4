/** Mails about plan limits: what exceeds them and until when, what was paused or raised, what was restored. */
import * as z from 'zod';
import { businessDay } from '#domain/billing/days.ts';
import {
  countOfMonitors,
  countOfRunning,
  retryRaised,
  retryTooSoon,
  writeInterval,
} from '#domain/limits/words.ts';
import { planIds } from '#domain/plans/ids.ts';
import { cutText } from '#domain/text/cut-text.ts';
import type { MailContent, MailList } from '#functions/platform/mail/layout.ts';
import {
  accountUrl,
  type MailFacts,
  type MailTemplates,
  toCustomer,
} from '#functions/platform/mail/templates.ts';
import { Recipient, writeDay } from '#functions/platform/mail/words.ts';

/** Monitors beyond this number are only counted, to keep the mail short. */
const LISTED_MAX = 10;
const NAME_MAX = 80;

const whole = z.int().nonnegative();
const Listed = z.object({
  total: whole,
  monitors: z.array(z.object({ name: z.string(), interval: whole })),
});
type Listed = z.output<typeof Listed>;

const About = Recipient.extend({ plano: z.enum(planIds), limit: whole, heartbeatSeconds: whole });
const Until = { endsAt: z.int().nullable() };

/** Outbox payload of `limits-over`; `endsAt` is `null` when nothing is enforced. */
const OverPayload = About.extend({
  running: whole,
  number: Listed.extend(Until).nullable(),
  interval: Listed.extend(Until).nullable(),
  /** Monitors that try again too soon after a failure, with that interval. Absent in a mail queued by an older version. */
  retry: Listed.extend(Until).nullable().optional(),
});
export type OverPayload = z.output<typeof OverPayload>;

/**
 * Outbox payload of `limits-applied`; an interval is the one before the change. `isRepeated`: the customer undid it
 * several times in a day.
 */
const RestrictedPayload = About.extend({
  paused: Listed,
  raised: Listed,
  isRepeated: z.boolean().optional(),
});
export type RestrictedPayload = z.output<typeof RestrictedPayload>;

/** Outbox payload of `limits-undone`. */
const RestoredPayload = About.extend({ running: Listed, lowered: whole, stillPaused: whole });
export type RestoredPayload = z.output<typeof RestoredPayload>;

/** Monitors for a mail's list. */
export function listed(monitors: readonly { readonly name: string; readonly interval: number }[]): Listed {
  return {
    total: monitors.length,
    monitors: monitors
      .slice(0, LISTED_MAX)
      .map(({ name, interval }) => ({ name: cutText(name, NAME_MAX), interval })),
  };
}

/** A line for each, and how many more there are. */
function names(
  { total, monitors }: Listed,
  write = ({ name }: Listed['monitors'][number]) => name,
): MailList {
  const rest = total - Math.min(monitors.length, LISTED_MAX);
  return {
    list: [...monitors.slice(0, LISTED_MAX).map(write), ...(rest > 0 ? [`e mais ${rest}`] : [])],
  };
}

const withInterval = ({ name, interval }: Listed['monitors'][number]): string =>
  `${name} (${writeInterval(interval)})`;

const dayOf = (at: number): string => writeDay(businessDay(at));

type Paragraphs = MailContent['paragraphs'];

function numberParagraphs({ number, running, limit }: OverPayload, planName: string): Paragraphs {
  if (number === null) return [];
  const counted = `O painel tem ${countOfRunning(running)}, e o plano ${planName} inclui até ${limit}.`;
  if (number.endsAt === null) return [`${counted} Nada foi desligado.`];
  return [
    `${counted} Até ${dayOf(number.endsAt)} nada muda. Depois pausamos ${countOfMonitors(number.total)}, os mais novos primeiro, a não ser que você escolha outros em Minha conta.`,
    'Se fosse hoje, seriam pausados:',
    names(number),
  ];
}

function intervalParagraphs({ interval, heartbeatSeconds }: OverPayload, planName: string): Paragraphs {
  if (interval === null) return [];
  const least = writeInterval(heartbeatSeconds);
  return [
    `${countOfMonitors(interval.total)} com intervalo menor que o do plano ${planName}, que é de ${least}:`,
    names(interval, withInterval),
    interval.endsAt === null
      ? 'Nenhum intervalo foi mudado.'
      : `Até ${dayOf(interval.endsAt)} nada muda. Depois o intervalo deles passa a ${least}.`,
  ];
}

function retryParagraphs({ retry }: OverPayload): Paragraphs {
  if (!retry) return [];
  return [
    `${retryTooSoon(retry.total)}:`,
    names(retry, withInterval),
    retry.endsAt === null
      ? 'Nenhum intervalo foi mudado.'
      : `Até ${dayOf(retry.endsAt)} nada muda. Depois ${retryRaised(retry.total)}.`,
  ];
}

const isLargest = ({ catalog }: MailFacts, plan: string): boolean => catalog.plans.at(-1)?.id === plan;

/** Link to a larger plan; the largest one has none. */
const larger = (facts: MailFacts, { subdominio, plano }: { subdominio: string; plano: string }) =>
  isLargest(facts, plano)
    ? {}
    : { action: { label: 'Ver planos maiores', url: `${facts.siteUrl}/upgrade?tenant=${subdominio}` } };

function withinPlan({ plano }: OverPayload, facts: MailFacts): string {
  const ways =
    'Para ficar dentro do plano, pause ou apague monitores, aumente o intervalo ou passe para um plano maior.';
  return isLargest(facts, plano) ? `${ways} Se precisar de todos, responda a este e-mail.` : ways;
}

const NOTHING_DELETED =
  'Nada é apagado. Monitores pausados e grupos não contam; monitores de push contam, e o intervalo deles não muda. Os de um grupo pausado continuam sendo checados e contam: pause o monitor, não só o grupo.';

export const limitsMails: MailTemplates = {
  'limits-over': toCustomer(OverPayload, (payload, facts) => {
    const { subdominio, plano, number, interval } = payload;
    // No plan allows a shorter interval after a failure, so a mail about these alone offers none.
    const isAboutPlan = number !== null || interval !== null;
    return {
      subject: isAboutPlan
        ? `O painel ${subdominio} passou do limite do plano`
        : `O painel ${subdominio} tenta de novo rápido demais`,
      paragraphs: [
        ...numberParagraphs(payload, facts.catalog.plan(plano).name),
        ...intervalParagraphs(payload, facts.catalog.plan(plano).name),
        ...retryParagraphs(payload),
        isAboutPlan
          ? withinPlan(payload, facts)
          : 'Para acertar, aumente o intervalo de repetição no painel.',
      ],
      ...(isAboutPlan ? larger(facts, payload) : {}),
      notes: isAboutPlan
        ? [`Escolha quais monitores continuam em ${accountUrl(facts)}.`, NOTHING_DELETED]
        : [`O que está fora do limite aparece em ${accountUrl(facts)}.`],
    };
  }),

  'limits-applied': toCustomer(RestrictedPayload, (payload, facts) => {
    const { subdominio, plano, limit, heartbeatSeconds, paused, raised, isRepeated } = payload;
    const least = writeInterval(heartbeatSeconds);
    return {
      subject: `Ajustamos os monitores do painel ${subdominio} ao plano`,
      paragraphs: [
        `O plano ${facts.catalog.plan(plano).name} inclui até ${countOfRunning(limit)}, com intervalo a partir de ${least}.`,
        ...(paused.total > 0 ? [`Pausamos ${countOfMonitors(paused.total)}:`, names(paused)] : []),
        ...(raised.total > 0
          ? [
              `Aumentamos o intervalo de ${countOfMonitors(raised.total)} (entre parênteses, o de antes):`,
              names(raised, withInterval),
            ]
          : []),
        ...(isRepeated
          ? [
              'Isso já foi desfeito no painel três vezes ou mais em um dia. Enquanto continuar, conferimos o painel a cada cinco minutos e escrevemos uma vez por dia. Se é um programa seu que reativa os monitores, desligue-o.',
            ]
          : []),
        'Histórico, avisos e páginas de status continuam onde estão. Com um plano maior, o que pausamos volta a funcionar e os intervalos voltam aos seus, até os limites dele.',
      ],
      ...larger(facts, payload),
      notes: [
        'Para trocar um monitor por outro, pause um que funciona e reative o outro no painel.',
        NOTHING_DELETED,
      ],
    };
  }),

  'limits-undone': toCustomer(RestoredPayload, (payload, facts) => {
    const { subdominio, plano, limit, heartbeatSeconds, running, lowered, stillPaused } = payload;
    return {
      subject: `Os monitores do painel ${subdominio} voltaram`,
      paragraphs: [
        `Com o plano ${facts.catalog.plan(plano).name}, de até ${countOfMonitors(limit)} e intervalo a partir de ${writeInterval(heartbeatSeconds)}, desfizemos o que havíamos ajustado.`,
        ...(running.total > 0 ? ['Voltaram a funcionar:', names(running)] : []),
        ...(lowered > 0 ? [`O intervalo de ${countOfMonitors(lowered)} diminuiu.`] : []),
        ...(stillPaused > 0
          ? [
              `${countOfMonitors(stillPaused)} não ${stillPaused === 1 ? 'cabe' : 'cabem'} no plano e continuam pausados.`,
            ]
          : []),
      ],
      notes: ['O que você mesmo pausou continua como você deixou.'],
    };
  }),
};
