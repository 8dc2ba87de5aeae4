/**
 * `npm run setup [-- vender] [--dry-run] [--mudar 3,4] [--adotar]`: asks, makes and writes what an installation needs.
 *
 * SETUP_STAND_IN is for the tests: one origin on this machine that answers as every service does.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { type Repository, realServices } from './derive.ts';
import type { Services } from './http.ts';
import { questions } from './questions.ts';
import { sellingQuestions } from './sell.ts';
import { atTerminal, fromLines } from './terminal.ts';
import { type Options, setUp } from './wizard.ts';
import { ownWrangler } from './worker-secrets.ts';

const root = join(import.meta.dirname, '../..');

function readOptions(): Options & { readonly wrangler: string } {
  const usage = 'Use: npm run setup [-- vender] [--dry-run] [--mudar 3,4] [--adotar]';
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        adotar: { type: 'boolean', default: false },
        mudar: { type: 'string' },
        wrangler: { type: 'string' },
      },
    });
    const isSelling = positionals[0] === 'vender';
    if (positionals.length > (isSelling ? 1 : 0)) throw new CommandFailure(usage);
    return {
      isSelling,
      isDry: values['dry-run'],
      isAdopting: values.adotar,
      changed: numbersIn(values.mudar, isSelling ? sellingQuestions.length : questions.length),
      wrangler: values.wrangler ?? ownWrangler(root),
    };
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(usage);
  }
}

function numbersIn(typed: string | undefined, count: number): ReadonlySet<number> {
  const numbers = (typed ?? '').split(/[\s,]+/).filter((each) => each !== '');
  const wrong = numbers.find((each) => !/^\d+$/.test(each) || Number(each) < 1 || Number(each) > count);
  if (wrong !== undefined)
    throw new CommandFailure(`--mudar quer números de 1 a ${count}, como 3,4: "${wrong}" não é um.`);
  return new Set(numbers.map(Number));
}

/** The services at one origin of this machine, each below its own path. */
function standIn(address: string | undefined): { readonly services: Services; readonly site: string | null } {
  if (address === undefined || address === '') return { services: realServices, site: null };
  if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(address))
    throw new CommandFailure('SETUP_STAND_IN é só para os testes, em http://127.0.0.1:<porta>.');
  const at = (path: string) => `${address}/${path}`;
  const names = Object.keys(realServices) as (keyof Services)[];
  const services = Object.fromEntries(names.map((name) => [name, at(name)])) as Record<
    keyof Services,
    string
  >;
  return { services, site: at('site') };
}

const git = (...args: string[]): string =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** Where this copy came from, as a cluster reaches it, and what of it is checked out. */
function repositoryHere(): Repository {
  const remote = git('remote', 'get-url', 'origin').replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/');
  return {
    url: remote.startsWith('https://') ? remote.replace(/\/\/[^@/]*@/, '//') : '',
    revision: git('describe', '--tags', '--exact-match') || git('rev-parse', 'HEAD'),
  };
}

await runCommand(async () => {
  const { wrangler, ...options } = readOptions();
  const { services, site } = standIn(process.env['SETUP_STAND_IN']);
  const terminal = process.stdin.isTTY ? atTerminal() : fromLines(process.stdin, (line) => console.log(line));
  const isReady = await setUp(
    {
      root,
      services,
      siteInstead: site,
      terminal,
      environment: process.env,
      now: new Date(),
      repository: repositoryHere(),
      wrangler,
    },
    options,
  );
  process.exitCode = isReady || options.isDry ? 0 : 1;
  // A pipe that stays open would keep the process.
  process.stdin.unref?.();
});
