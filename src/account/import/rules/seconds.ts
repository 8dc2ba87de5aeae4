/** Spans of time as people write them in a cell. */

const units: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/^(?:s|segs?|segundos?|secs?|seconds?)?$/, 1],
  [/^(?:m|mins?|minutos?|minutes?)$/, 60],
  [/^(?:h|hs|hrs?|horas?|hours?)$/, 3600],
  [/^(?:d|dias?|days?)$/, 86_400],
];

/** Seconds in `60`, `60 s`, `5 min`, `1.800`, `60,0`; `undefined` for anything else. */
export function secondsIn(cell: string): number | undefined {
  const [, thousands, digits, unit = ''] =
    /^(?:(\d{1,3}(?:\.\d{3})+)|(\d{1,9})(?:[.,]0+)?)\s*([a-z]*)\.?$/.exec(cell.trim().toLowerCase()) ?? [];
  const written = thousands?.replaceAll('.', '') ?? digits;
  const seconds = units.find(([words]) => words.test(unit))?.[1];
  return written === undefined || seconds === undefined ? undefined : Number(written) * seconds;
}
