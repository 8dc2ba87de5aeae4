/** Counts the sold features that a run has covered: a rule without any case proves nothing. */
import type { Facts } from './facts.ts';

const figures = {
  'cartões trocados': ({ cards }) => cards.filter(({ end }) => end === 'changed').length,
  'trocas recusadas': ({ cards }) => cards.filter(({ end }) => end === 'refused').length,
  'notas fiscais': ({ notes }) => notes.length,
  'notas canceladas': ({ notes }) => notes.filter(({ isInForce }) => !isInForce).length,
  'equipes lidas': ({ teams }) => teams,
  'acima dos lugares': ({ teamsOver }) => teamsOver,
  'monitores pausados por nós': ({ monitors }) =>
    Math.max(0, ...monitors.map(({ pausedByUs }) => pausedByUs.length)),
  'vezes acordado': ({ sleeps }) => sleeps.filter(({ isWoken }) => isWoken).length,
  'contas apagadas por si': ({ selfErased }) => selfErased,
  'exclusões de colegas terminadas': ({ deletions }) =>
    deletions.filter(({ who, endedOn }) => who !== 'owner' && endedOn !== null).length,
} satisfies Record<string, (sold: Facts['sold']) => number>;

const sums = new Map<string, number>();

/** Adds the end state of one sequence. */
export function noteRehearsed({ sold }: Facts): void {
  for (const [name, count] of Object.entries(figures)) sums.set(name, (sums.get(name) ?? 0) + count(sold));
}

export const sayRehearsed = (): string => [...sums].map(([name, count]) => `${count} ${name}`).join(', ');
