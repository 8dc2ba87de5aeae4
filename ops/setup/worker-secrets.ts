/** Gives the Worker its secrets with wrangler, which makes the Worker where there is none yet. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { childEnvironment } from '#ops/child-environment.ts';
import { CommandFailure } from '#ops/failure.ts';

export interface Wrangler {
  readonly root: string;
  /** The program; wrangler's own, or one that records. */
  readonly program: string;
  readonly configPath: string;
  readonly token: string;
  readonly account: string;
}

export const ownWrangler = (root: string): string => join(root, 'node_modules/wrangler/bin/wrangler.js');

function run({ root, program, configPath, token, account }: Wrangler, args: readonly string[], input = '') {
  return spawnSync(process.execPath, [program, ...args, '--env', 'production', '--config', configPath], {
    cwd: root,
    env: childEnvironment({
      WRANGLER_WRITE_LOGS: 'false',
      CLOUDFLARE_API_TOKEN: token,
      CLOUDFLARE_ACCOUNT_ID: account,
      // Without a person at it, wrangler takes its own defaults and asks nothing.
      CI: '1',
    }),
    encoding: 'utf8',
    input,
  });
}

/** Names of the secrets that the Worker has; empty for one that was never published. */
export function knownSecrets(wrangler: Wrangler): readonly string[] {
  const { status, stdout } = run(wrangler, ['secret', 'list', '--format', 'json']);
  if (status !== 0) return [];
  try {
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** By which a change of any secret is seen without keeping one. */
export const sumOf = (secrets: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(secrets).toSorted()))
    .digest('hex');

/** @throws CommandFailure with wrangler's own words, which name no secret. */
export function putSecrets(wrangler: Wrangler, secrets: Readonly<Record<string, string>>): void {
  const { status, stdout, stderr } = run(wrangler, ['secret', 'bulk'], JSON.stringify(secrets));
  if (status === 0) return;
  const values = new Set(Object.values(secrets).filter((value) => value.length > 3));
  const said = `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /\[ERROR\]|code: \d+/.test(line) && ![...values].some((value) => line.includes(value)))
    .slice(0, 3)
    .map((line) => line.trim());
  throw new CommandFailure(
    `O wrangler não guardou os segredos do Worker${said.length === 0 ? '' : `: ${said.join(' ')}`}. Nada se perdeu: rode npm run setup de novo.`,
  );
}
