import type { Provider } from './answers.ts';

/** A post that came. */
export interface Received {
  readonly at: number;
  readonly provider: Provider;
  /** `https://host/path?query`. */
  readonly address: string;
  readonly body: unknown;
  /** As it came, for signatures. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Status that it was answered; `null` for none. */
  readonly answered: number | null;
}
