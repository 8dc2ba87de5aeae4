/**
 * `npm run bench:docs -- [24 250 1000]`: cost of the build by number of articles, including the search index.
 *
 * Each size is a copy of the project with additional copies of the real articles. It is built twice: the first build
 * draws the social images and encodes the pictures, the second finds them cached.
 *
 * `--max-exponent 1.05` fails when the cost per article grows with their number.
 */
import { parseArgs } from 'node:util';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { buildCost, costText } from './build-cost.ts';
import { growthOf, type Point } from './growth.ts';
import { copyProject, repeatArticles, withFolder } from './project-copy.ts';

const { values, positionals } = parseArgs({
  options: { 'max-exponent': { type: 'string' } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [24, 250, 1000];

await runCommand(async () => {
  if (sizes.some((size) => !(size > 0)))
    throw new CommandFailure('Os tamanhos são números de artigos: 24 250 1000.');
  requireGrowth(sizes.map(measure));
});

/** Builds the project with so many articles, twice. */
function measure(wanted: number): Point {
  return withFolder('docs', (folder) => {
    copyProject(folder);
    const size = repeatArticles(folder, wanted);
    const first = buildCost(folder, ['dev/build.ts']);
    const later = buildCost(folder, ['dev/build.ts']);
    console.log(`${size} artigos: ${costText(later)}`);
    console.log(`  a primeira construção, com imagens novas: ${costText(first)}`);
    return { size, cpuSeconds: later.cpuSeconds };
  });
}

function requireGrowth(points: readonly Point[]): void {
  const growth = growthOf(points);
  if (growth === null) return;
  console.log(
    `Custo por artigo: ${(growth.each * 1000).toFixed(0)} ms; expoente ${growth.exponent.toFixed(2)}`,
  );
  const limit = Number(values['max-exponent'] ?? Number.POSITIVE_INFINITY);
  if (growth.exponent > limit) throw new CommandFailure(`O expoente passou de ${limit}.`);
}
