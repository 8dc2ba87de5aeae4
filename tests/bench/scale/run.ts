/**
 * `npm run bench:scale -- [1000 10000 100000]`: size of the database and cost of its work by number of tenants.
 *
 * Uses the real statements and jobs on SQLite. Prints size and rows per tenant, the time of frequent queries, the work of
 * one minute of cron, and the payment processor's requests. Fails when a query reads a whole table, or costs more than
 * three times as much at the largest size as at the smallest.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureJobs } from './jobs.ts';
import { brokenRules, measureQueries } from './queries.ts';
import { requestLines } from './requests.ts';
import { seed } from './seed.ts';
import { openDatabase } from './sqlite-d1.ts';

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);
const tenants = sizes.length > 0 ? sizes : [1000, 10_000, 100_000];
const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const folder = mkdtempSync(join(tmpdir(), 'vigia-scale-'));
const now = Date.now();
const measured: { readonly size: number; readonly times: ReadonlyMap<string, number> }[] = [];
const broken: string[] = [];

try {
  for (const size of tenants) {
    const file = join(folder, `${size}.sqlite`);
    const opened = openDatabase(file);
    seed(opened.sqlite, size, now);
    opened.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = statSync(file).size;
    console.log(
      `\n── ${number.format(size)} clientes: ${number.format(bytes / 1e6)} MB, ${number.format(bytes / size / 1000)} kB por cliente`,
    );
    const queries = await measureQueries(opened, size, now);
    for (const { name, milliseconds, plan } of queries)
      console.log(
        `   ${number.format(milliseconds).padStart(8)} ms  ${name}${plan.length > 0 ? `  ← ${plan.join('; ')}` : ''}`,
      );
    // SQLite may scan tiny tables by choice, so only the largest size is checked.
    if (size === tenants.at(-1))
      broken.push(
        ...queries
          .filter(({ plan }) => plan.length > 0)
          .map(({ name, plan }) => `${name}: ${plan.join('; ')}`),
      );
    measured.push({ size, times: new Map(queries.map(({ name, milliseconds }) => [name, milliseconds])) });
    for (const line of await measureJobs(opened, now)) console.log(`   ${line}`);
    opened.sqlite.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log('\n── pedidos à operadora em 12 horas');
for (const line of requestLines(tenants)) console.log(line);

broken.push(...brokenRules(measured));
for (const sentence of new Set(broken)) console.error(`✗ ${sentence}`);
if (broken.length === 0)
  console.log('\nNenhuma consulta lê uma tabela inteira, e nenhuma fica mais cara com o número de clientes.');
process.exitCode = broken.length === 0 ? 0 : 1;
