/** How preview and result say what is paused because it was paused where it comes from. */

/** "1 item vem pausado, como lá." */
export const pausedWords = (count: number, one: string, many: string): string =>
  count === 1 ? `1 item ${one} pausado, como lá.` : `${count} itens ${many} pausados, como lá.`;
