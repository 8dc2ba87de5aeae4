/** The one line that says how everything stands. Pure; what a monitor is, in standing.ts. */
import { clockFor } from '../alerts/clock.ts';
import type { Now } from '../api-schemas/now.ts';
import { BUSINESS_TIME_ZONE } from '../billing/days.ts';
import { type Standing, type StandingKind, standingOf } from './standing.ts';

/** `up`: all is well. `neutral`: nothing to do, or nothing to say. */
export type HeadlineTone = 'up' | 'down' | 'warning' | 'maintenance' | 'neutral';

export interface Headline {
  readonly tone: HeadlineTone;
  readonly words: string;
  /** What else there is, beside the line: "2 pausados". */
  readonly more: readonly string[];
}

const counted: Readonly<
  Record<Exclude<StandingKind, 'up' | 'unknown'>, readonly [one: string, many: string]>
> = {
  down: ['1 fora do ar', '{n} fora do ar'],
  unchecked: ['1 sem checagem', '{n} sem checagem'],
  retried: ['1 em nova tentativa', '{n} em nova tentativa'],
  maintenance: ['1 em manutenção', '{n} em manutenção'],
  waiting: ['1 à espera da primeira checagem', '{n} à espera da primeira checagem'],
  paused: ['1 pausado', '{n} pausados'],
};
const countOf = (kind: keyof typeof counted, count: number): string =>
  counted[kind][count === 1 ? 0 : 1].replace('{n}', String(count));

/** Times as a page shows them, in São Paulo: "3h12", "3h12 de 26/11". */
export const timeAt = (moment: number, now: number): string => clockFor(BUSINESS_TIME_ZONE, now).time(moment);

/** Of an environment that does not run, or is silent. */
function withoutNews({ state, heardAt, isCurrent }: Now, now: number): Omit<Headline, 'more'> | null {
  if (state === 'suspended') return { tone: 'neutral', words: 'Suspenso: nada está sendo vigiado' };
  if (state === 'asleep') return { tone: 'neutral', words: 'Dormindo: nada está sendo vigiado' };
  if (state === 'ended') return { tone: 'neutral', words: 'Encerrado: nada está sendo vigiado' };
  if (isCurrent) return null;
  return heardAt === null
    ? { tone: 'neutral', words: 'Ainda sem notícia' }
    : { tone: 'warning', words: `Sem notícia desde ${timeAt(heardAt, now)}` };
}

/** What is told of the kinds that are there, the most urgent first. */
const urgent = ['down', 'unchecked'] as const;
const between = ['maintenance', 'retried', 'waiting'] as const;

/** @param now The moment at which it is read. */
export function headlineOf(read: Now, now: number): Headline {
  const standings = read.monitors.map((monitor) => standingOf(monitor, read.isCurrent, now));
  const count = (kind: StandingKind): number => standings.filter((each) => each.kind === kind).length;
  const parts = (kinds: readonly (keyof typeof counted)[]): string[] =>
    kinds.flatMap((kind) => (count(kind) === 0 ? [] : [countOf(kind, count(kind))]));

  const none = withoutNews(read, now);
  if (none !== null) {
    const down = standings.filter(({ wasDownSince }) => wasDownSince !== null).length;
    const more = down === 0 ? [] : [down === 1 ? '1 estava fora do ar' : `${down} estavam fora do ar`];
    return { ...none, more };
  }
  if (standings.length === 0) return { tone: 'neutral', words: 'Nenhum monitor ainda', more: [] };
  const worst = urgent.find((kind) => count(kind) > 0);
  if (worst !== undefined) {
    const others = [...urgent, ...between, 'paused' as const].filter((kind) => kind !== worst);
    return {
      tone: worst === 'down' ? 'down' : 'warning',
      words: `${countOf(worst, count(worst))}${sinceWords(standings, worst, now)}`,
      more: parts(others),
    };
  }
  const watched = standings.length - count('paused');
  if (watched === 0) return { tone: 'neutral', words: 'Tudo pausado', more: [] };
  if (count('up') === watched) return { tone: 'up', words: 'Tudo no ar', more: parts(['paused']) };
  const whole = between.find((kind) => count(kind) === watched);
  if (whole !== undefined)
    return {
      tone: whole === 'maintenance' ? 'maintenance' : 'neutral',
      words: wholeWords[whole],
      more: parts(['paused']),
    };
  return {
    tone: 'up',
    words: `${count('up')} de ${watched} no ar`,
    more: parts([...between, 'paused']),
  };
}

const wholeWords = {
  maintenance: 'Em manutenção',
  retried: 'Conferindo de novo uma checagem que falhou',
  waiting: 'À espera da primeira checagem',
} as const;

/** "desde 3h12", of one alone, where it is known. */
function sinceWords(standings: readonly Standing[], kind: StandingKind, now: number): string {
  const [first, ...others] = standings.filter((each) => each.kind === kind);
  return first === undefined || others.length > 0 || first.since === null
    ? ''
    : ` desde ${timeAt(first.since, now)}`;
}
