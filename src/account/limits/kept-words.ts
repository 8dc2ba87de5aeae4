/** Text of the choice of monitors. Pure. */

/** "76 de 75 escolhidos: desmarque 1." */
export function countWords(kept: number, limit: number): string {
  const beyond = kept - limit;
  return beyond > 0
    ? `${kept} de ${limit} escolhidos: desmarque ${beyond}.`
    : `${kept} de ${limit} escolhidos.`;
}
