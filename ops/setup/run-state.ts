/** What one run of the wizard holds. */
import { type Cloudflare, createCloudflare } from './cloudflare.ts';
import type { Services } from './http.ts';
import type { Making } from './making.ts';
import { type Answers, type Made, type State, writeState } from './state.ts';
import type { Terminal } from './terminal.ts';
import { CLOUDFLARE_TOKEN, type Vault } from './vault.ts';

export interface Run {
  readonly root: string;
  readonly services: Services;
  readonly terminal: Terminal;
  readonly isDry: boolean;
  readonly now: Date;
  readonly vault: Vault;
  readonly state: () => State;
  /** Keeps a change of the state at once; in a dry run only for this run. */
  readonly keep: (change: Partial<State>) => void;
}

/** @param vault In a dry run one that forgets. */
export function createRun(given: Omit<Run, 'state' | 'keep'> & { readonly initial: State }): Run {
  let current = given.initial;
  return {
    ...given,
    state: () => current,
    keep(change) {
      current = { ...current, ...change };
      if (!given.isDry) writeState(given.root, current);
    },
  };
}

/** A vault of this run only. */
export function forgetfulVault(below: Vault | null): Vault {
  const kept = new Map<string, string>();
  return {
    get: (name) => kept.get(name) ?? below?.get(name),
    async put(secrets) {
      for (const [name, value] of Object.entries(secrets)) kept.set(name, value);
    },
  };
}

export const keepAnswers = (run: Run, answers: Partial<Answers>): void =>
  run.keep({ answers: { ...run.state().answers, ...answers } });

/** Cloudflare with the operator's token. */
export const cloudflareOf = (run: Run): Cloudflare =>
  createCloudflare(run.services.cloudflare, run.vault.get(CLOUDFLARE_TOKEN) ?? '', run.isDry);

export function makingOf(run: Run): Making {
  return {
    made: () => run.state().made,
    keep: (more: Partial<Made>) => run.keep({ made: { ...run.state().made, ...more } }),
    say: run.terminal.say,
    isDry: run.isDry,
  };
}
