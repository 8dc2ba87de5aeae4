/** The product with one line that is wrong, and the run that must find it. */
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
