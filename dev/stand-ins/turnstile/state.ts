/** What the challenge stand-in keeps: its settings and tokens. */
export const challengeModes = {
  passes: 'passa sozinho',
  asks: 'pede um clique',
  fails: 'falha no navegador',
} as const;
export const challengeVerdicts = { honest: 'como ele é', refused: 'recusado', used: 'já usado' } as const;

export interface TurnstileSettings {
  /** In the browser: solved at once, with a click, or a widget error. */
  mode: keyof typeof challengeModes;
  /** At siteverify: checks the token, or refuses it as invalid or as used. */
  verdict: keyof typeof challengeVerdicts;
}

export interface ChallengeToken {
  readonly token: string;
  readonly hostname: string;
  readonly action: string;
  readonly madeAt: number;
  /** The `idempotency_key` of the call that used it; empty if it had none. */
  spentBy?: string;
}
