/**
 * `npm run export:database -- --env production [--saida arquivo.sql]`: copies the whole database out of its provider, and
 * proves the copy before it is kept (docs/worst-day.md, "Devolver o banco").
 *
 * With RESTIC_REPOSITORY set, the copy goes into that encrypted repository, and old ones are removed there; restic reads
 * its password and keys from the environment. Without it, --saida names a file.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { CommandFailure, runCommand } from './failure.ts';
import { hasOperator } from './operator/folder.ts';
import { openPrivately } from './private-file.ts';

const root = join(import.meta.dirname, '..');
const migrationsDir = join(root, 'functions/migrations');
/** Copies that stay: as long as a mistake may go unnoticed, and no longer than erased people may be in a copy. */
const KEPT = ['--keep-daily', '7', '--keep-weekly', '4'] as const;

const namesOf = (database: DatabaseSync, type: 'table' | 'view'): readonly string[] =>
  database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = ?
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf_%' ESCAPE '\\' AND name NOT LIKE 'd1_%' ORDER BY name`,
    )
    .all(type)
    .map(({ name }) => String(name));

/** A copy that may be kept. */
export interface ProvedCopy {
  /** How many rows each table has. */
  readonly rows: ReadonlyMap<string, number>;
  /** Views that it lacks. They hold nothing, so the copy is whole without them. */
  readonly missingViews: readonly string[];
}

/**
 * Opens a copy as a database and compares it with the schema.
 * @throws CommandFailure saying what is wrong with it.
 */
export function proveCopy(sql: string): ProvedCopy {
  using schema = new DatabaseSync(':memory:');
  for (const file of readdirSync(migrationsDir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted())
    schema.exec(readFileSync(join(migrationsDir, file), 'utf8'));
  using copy = new DatabaseSync(':memory:');
  try {
    copy.exec('PRAGMA foreign_keys = off');
    copy.exec(sql);
  } catch (cause) {
    throw new CommandFailure(
      `A cópia não se lê como banco: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
  const missingOf = (type: 'table' | 'view') => {
    const there = new Set(namesOf(copy, type));
    return namesOf(schema, type).filter((name) => !there.has(name));
  };
  const missing = missingOf('table');
  if (missing.length > 0) throw new CommandFailure(`Faltam tabelas na cópia: ${missing.join(', ')}.`);
  const broken = copy.prepare('PRAGMA foreign_key_check').all();
  if (broken.length > 0)
    throw new CommandFailure(
      `${broken.length} linhas da cópia citam linhas que não existem: ela parou no meio?`,
    );
  const rows = new Map(
    namesOf(copy, 'table').map((name) => [
      name,
      Number(copy.prepare(`SELECT COUNT(*) AS rows FROM "${name}"`).get()?.['rows']),
    ]),
  );
  return { rows, missingViews: missingOf('view') };
}

function run(program: string, args: readonly string[], failure: string): void {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0 || error !== undefined) throw new CommandFailure(failure);
}

/** The id of the database stands in the operator's folder, where there is one, and so does the token. */
async function operatorsConfig(environment: string): Promise<readonly string[]> {
  if (!hasOperator(root)) return [];
  // Both load what a copy for another place does not need.
  const [{ environments, readSource }, { CLOUDFLARE_TOKEN, cloudflareToken }] = await Promise.all([
    import('./deploy/source.ts'),
    import('./setup/vault.ts'),
  ]);
  const known = environments.find((each) => each === environment);
  if (known === undefined) throw new CommandFailure(`Não há o ambiente "${environment}".`);
  const token = await cloudflareToken(root);
  if (token !== null) process.env[CLOUDFLARE_TOKEN] = token;
  return ['--config', readSource(root, known).configPath];
}

export async function exportDatabase(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { env: { type: 'string' }, saida: { type: 'string' } },
  });
  const repository = process.env['RESTIC_REPOSITORY'];
  if (values.env === undefined)
    throw new CommandFailure('Diga o ambiente: --env production ou --env preview.');
  if (repository === undefined && values.saida === undefined)
    throw new CommandFailure('Diga para onde: RESTIC_REPOSITORY no ambiente, ou --saida e um arquivo.');
  const folder = mkdtempSync(join(tmpdir(), 'vigia-export-'));
  // One name in every copy, so that restic finds what did not change.
  const path = join(folder, 'database.sql');
  try {
    const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
    const args = ['d1', 'export', 'DB', '--remote', '--env', values.env, '--output', path];
    args.push(...(await operatorsConfig(values.env)));
    run(
      process.execPath,
      [wrangler, ...args],
      'O banco não pôde ser copiado. CLOUDFLARE_API_TOKEN pode ler o D1?',
    );
    const { rows, missingViews } = proveCopy(readFileSync(path, 'utf8'));
    const total = [...rows.values()].reduce((sum, each) => sum + each, 0);
    if (values.saida !== undefined) openPrivately(values.saida).keep(readFileSync(path, 'utf8'));
    if (repository !== undefined) {
      run(
        'restic',
        ['backup', '--tag', 'database', '--host', values.env, path],
        'O restic não guardou a cópia.',
      );
      const forget = [
        'forget',
        '--tag',
        'database',
        '--host',
        values.env,
        '--group-by',
        'host,tags',
        ...KEPT,
        '--prune',
      ];
      run('restic', forget, 'A cópia foi guardada, e as antigas não puderam ser removidas.');
    }
    console.log(`Copiado: ${rows.size} tabelas, ${total} linhas, ${rows.get('tenants') ?? 0} ambientes.`);
    if (missingViews.length > 0)
      console.log(
        `Sem as visões ${missingViews.join(', ')}: ao devolver, crie-as pelo esquema (docs/worst-day.md, "Devolver o banco").`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runCommand(() => exportDatabase(process.argv.slice(2)));
