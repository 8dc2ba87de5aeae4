/** What the challenge stand-in keeps: its settings and tokens. */
export const challengeModes = ['passes', 'asks', 'fails'] as const;
export const challengeVerdicts = ['honest', 'refused', 'used'] as const;

export interface TurnstileSettings {
  /** In the browser: solved at once, with a click, or a widget error. */
  mode: (typeof challengeModes)[number];
  /** At siteverify: checks the token, or refuses it as invalid or as used. */
  verdict: (typeof challengeVerdicts)[number];
}

export interface ChallengeToken {
  readonly token: string;
  readonly hostname: string;
  readonly action: string;
  readonly madeAt: number;
  /** The `idempotency_key` of the call that used it; empty if it had none. */
  spentBy?: string;
}
