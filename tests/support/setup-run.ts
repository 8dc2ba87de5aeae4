/** A project folder without an operator, and runs of the wizard in it with answers from a pipe. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { projectRoot } from '#dev/project-root.ts';
import { fromLines } from '#ops/setup/terminal.ts';
import { type Options, setUp } from '#ops/setup/wizard.ts';
import { TOKEN } from './setup-cloudflare.ts';
import { BOT, MAIL_KEY, SANDBOX_KEY, type SetUpServices } from './setup-services.ts';

/** What a newcomer types, in the order of the questions. */
export const tenAnswers: readonly string[] = [
  'Olho',
  TOKEN,
  'olho.com.br',
  'olho-status.com.br',
  '8.8.8.8 64',
  MAIL_KEY,
  SANDBOX_KEY,
  'suporte@olho.com.br',
  BOT,
  'olho-copias',
];

export const ourWrangler = join(projectRoot, 'tests/support/recording-wrangler.mjs');

/** One machine with one copy of the project. */
export interface Machine {
  readonly root: string;
  readonly keys: string;
  readonly file: (name: string) => string;
  readonly json: (name: string) => Record<string, Record<string, unknown>>;
  readonly has: (name: string) => boolean;
  /** What the recording wrangler was told. */
  readonly wrangler: () => {
    readonly calls: readonly string[][];
    readonly secrets: Readonly<Record<string, string>>;
  };
  readonly remove: () => void;
}

export function newMachine(): Machine {
  const root = mkdtempSync(join(tmpdir(), 'vigia-setup-'));
  for (const name of ['wrangler.jsonc', 'deploy', 'node_modules', 'functions', 'content', 'package.json'])
    symlinkSync(join(projectRoot, name), join(root, name));
  mkdirSync(join(root, 'operator'));
  const file = (name: string) => readFileSync(join(root, 'operator', name), 'utf8');
  return {
    root,
    keys: join(root, '.config'),
    file,
    json: (name) => JSON.parse(file(name)),
    has: (name) => existsSync(join(root, 'operator', name)),
    wrangler: () => JSON.parse(readFileSync(join(root, 'wrangler-calls.json'), 'utf8')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export interface Ended {
  readonly said: string;
  readonly isReady: boolean;
  /** Why it stopped. */
  readonly stopped: string | null;
}

/** One run with these lines typed. */
export async function runSetUp(
  machine: Machine,
  services: SetUpServices,
  answers: readonly string[],
  options: Partial<Options> & {
    readonly environment?: Readonly<Record<string, string>>;
    readonly now?: Date;
  } = {},
): Promise<Ended> {
  const lines: string[] = [];
  const { environment = {}, now = new Date('2026-03-01T12:00:00Z'), ...given } = options;
  try {
    const isReady = await setUp(
      {
        root: machine.root,
        services: services.services,
        siteInstead: `${services.origin}/site`,
        terminal: fromLines(Readable.from(answers.map((line) => `${line}\n`)), (line) => lines.push(line)),
        environment: { XDG_CONFIG_HOME: machine.keys, ...environment },
        now,
        repository: { url: 'https://git.olho.com.br/vigia.git', revision: 'v1.0.0' },
        wrangler: ourWrangler,
      },
      { isSelling: false, isDry: false, isAdopting: false, changed: new Set(), ...given },
    );
    return { said: lines.join('\n'), isReady, stopped: null };
  } catch (error) {
    return {
      said: lines.join('\n'),
      isReady: false,
      stopped: error instanceof Error ? error.message : String(error),
    };
  }
}
