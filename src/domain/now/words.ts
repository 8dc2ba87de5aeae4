/** What a page says of a monitor, of its fall and of its checks. Pure. */
import type { NowMonitor, Occurrence } from '../api-schemas/now.ts';
import type { HeadlineTone } from './headline.ts';
import { timeAt } from './headline.ts';
import type { Standing, StandingKind } from './standing.ts';

interface Words {
  readonly word: string;
  readonly tone: HeadlineTone;
}

export const standingWords: Readonly<Record<StandingKind, Words>> = {
  down: { word: 'Fora do ar', tone: 'down' },
  unchecked: { word: 'Sem checagem', tone: 'warning' },
  unknown: { word: 'Sem notícia', tone: 'neutral' },
  retried: { word: 'Em nova tentativa', tone: 'warning' },
  maintenance: { word: 'Em manutenção', tone: 'maintenance' },
  // What it waits for is said beside it: a badge does not break its line.
  waiting: { word: 'À espera', tone: 'neutral' },
  up: { word: 'No ar', tone: 'up' },
  paused: { word: 'Pausado', tone: 'neutral' },
};

const sinceNever: Partial<Readonly<Record<StandingKind, readonly string[]>>> = {
  unchecked: ['ainda nenhuma'],
  waiting: ['da primeira checagem'],
};

/** Since when, and what else is to be known, after the word; `''` for nothing. */
export function sinceOf({ kind, since, wasDownSince, isOverPlan, isTold }: Standing, now: number): string {
  const parts = [
    ...(since === null ? (sinceNever[kind] ?? []) : [`desde ${timeAt(since, now)}`]),
    ...(wasDownSince === null ? [] : [`estava fora do ar desde ${timeAt(wasDownSince, now)}`]),
    ...(isOverPlan ? ['acima do limite do plano'] : []),
    ...(isTold ? [] : ['sem os nossos avisos']),
  ];
  return parts.join(', ');
}

/** Why a monitor is down, after its name: "recusou a conexão"; `''` where nothing is said. */
export function whyDown(
  { message, cause, signAt }: Pick<NowMonitor | Occurrence, 'message' | 'cause' | 'signAt'>,
  now: number,
): string {
  if (signAt !== null) return `não deu sinal desde ${timeAt(signAt, now)}`;
  return cause ?? message;
}

const letters = { u: 'no ar', d: 'fora', p: 'em nova tentativa', m: 'em manutenção' } as const;

/** The checks of a strip in words: "Últimas 30 checagens: 28 no ar, 2 fora". */
export function beatsWords(beats: string): string {
  if (beats === '') return 'Nenhuma checagem para mostrar';
  const counts = Object.entries(letters).flatMap(([letter, word]) => {
    const count = beats.split(letter).length - 1;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const lead = beats.length === 1 ? 'Última checagem' : `Últimas ${beats.length} checagens`;
  return `${lead}: ${counts.join(', ')}`;
}
