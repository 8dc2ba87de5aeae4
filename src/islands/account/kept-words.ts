/** Texts and search of the choice of monitors. Pure. */
import type { ChoosableMonitor } from '#domain/contracts/limits.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** True when every typed word is in the name, type or address, whatever its accents. */
export function foundIn({ nome, tipo, endereco = '' }: ChoosableMonitor, typed: string): boolean {
  const text = plain(`${nome} ${tipo} ${endereco}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** "76 de 75 escolhidos: desmarque 1." */
export function countWords(kept: number, limit: number): string {
  const beyond = kept - limit;
  return beyond > 0
    ? `${kept} de ${limit} escolhidos: desmarque ${beyond}.`
    : `${kept} de ${limit} escolhidos.`;
}
