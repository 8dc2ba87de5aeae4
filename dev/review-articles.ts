/**
 * `npm run review:articles -- <parte do produto> [artigos]`: writes down that a person has read what these articles say of a
 * feature: its mark and the day of today in each, and the facts in `content/docs/_facts`.
 *
 * Without articles, all that speak of it. The facts are kept once no article is left, so that until then their change is
 * shown. `--only-marks` keeps the day: the change touches nothing that the articles say. `--all`: every feature.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { businessDay } from '#domain/billing/days.ts';
import { writeCount } from '#domain/reports/words.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { marksOf } from '../src/build/article-features.ts';
import { routeOf } from '../src/build/content-files.ts';
import { markOf } from '../src/build/content-hash.ts';
import { featureIds } from '../src/schemas/docs.ts';
import { factsFile, readTies, stamped, type Tie, tieMistakes } from './features/tie.ts';

const usage = `Uso: npm run review:articles -- avisos [alert-setup notifications/telegram] [--only-marks]
As partes do produto: ${featureIds.join(', ')}.`;

/** @returns How many articles got the mark. */
function stamp({ id, facts, articles }: Tie, routes: ReadonlySet<string>, day: string | null): number {
  const mark = markOf(facts);
  const left = articles.filter(([, source]) => marksOf(source).get(id) !== mark);
  const read = left.filter(([file]) => routes.size === 0 || routes.has(routeOf(file)));
  for (const [file] of read) writeFileSync(file, stamped(readFileSync(file, 'utf8'), id, mark, day));
  if (read.length === left.length) {
    mkdirSync(dirname(factsFile(id)), { recursive: true });
    writeFileSync(factsFile(id), facts);
  }
  return read.length;
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'only-marks': { type: 'boolean' }, all: { type: 'boolean' } },
  });
  const ids = values.all ? featureIds : featureIds.filter((id) => positionals.includes(id));
  if (ids.length === 0) throw new CommandFailure(usage);
  const routes = new Set(positionals.filter((word) => !featureIds.some((id) => id === word)));
  const ties = readTies();
  const speaking = new Set(
    ties
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ articles }) => articles.map(([file]) => routeOf(file))),
  );
  const strange = [...routes].filter((route) => !speaking.has(route));
  if (strange.length > 0)
    throw new CommandFailure(
      `Não fala disso: ${strange.join(', ')}. Para ligar um artigo a uma parte, escreva "also" dela em src/build/article-features.ts.`,
    );
  const day = values['only-marks'] ? null : businessDay(Date.now());
  for (const tie of ties.filter(({ id }) => ids.includes(id)))
    console.log(
      `${tie.id}: ${writeCount(stamp(tie, routes, day), 'artigo', 'artigos')} com a marca de hoje.`,
    );
  const left = tieMistakes(readTies().filter(({ id }) => ids.includes(id)));
  if (left.length > 0) console.log(`\nAinda por ler:\n${left.join('\n\n')}`);
});
