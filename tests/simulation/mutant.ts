/** The product with one line that is wrong, and the run that must find it. */
import { readFileSync } from 'node:fs';

export interface Mutant {
  readonly file: string;
  /** Occurs once. */
  readonly right: string;
  readonly wrong: string;
  /** The script that is meant to find it, with its options. */
  readonly run: readonly string[];
  /** What the failing run says. */
  readonly says: RegExp;
}

/** The file with the line that is wrong. @throws Error when the line is there no more, or more than once. */
export function mutated({ file, right, wrong }: Mutant): string {
  const [before, after, ...more] = readFileSync(file, 'utf8').split(right);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has not exactly one: ${right}`);
  return `${before}${wrong}${after}`;
}
