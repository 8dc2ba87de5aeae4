/**
 * `npm run bench:docs -- [24 250 1000]`: cost of the build by number of articles, including the search index.
 *
 * Each size is a copy of the project with additional copies of the real articles. It is built twice: the first build
 * draws the social images and encodes the pictures, the second finds them cached. With `--peer`, Starlight builds the
 * same generated articles in turn (compare.ts).
 *
 * `--max-exponent 1.05` fails when the cost per article grows with their number; `--max-ratio 1.2` fails when the build
 * costs more than that many times Starlight's.
 */
import { parseArgs } from 'node:util';
import { runCommand, StartFailure } from '#dev/failure.ts';
import { buildCost, costText } from './build-cost.ts';
import { compareWithStarlight, comparisonTable, growthLines, ratioOf, WHOLE } from './compare.ts';
import { growthOf, type Point } from './growth.ts';
import { copyProject, repeatArticles, withFolder } from './project-copy.ts';

const { values, positionals } = parseArgs({
  options: {
    peer: { type: 'boolean', default: false },
    'max-exponent': { type: 'string' },
    'max-ratio': { type: 'string' },
  },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [24, 250, 1000];

await runCommand(async () => {
  if (sizes.some((size) => !(size > 0)))
    throw new StartFailure('Os tamanhos são números de artigos: 24 250 1000.');
  if (values.peer) peer();
  else alone();
});

function alone(): void {
  const points = sizes.map((size): Point => {
    const later = withFolder('docs', (folder) => {
      copyProject(folder);
      repeatArticles(folder, size);
      const first = buildCost(folder, ['dev/build.ts']);
      const again = buildCost(folder, ['dev/build.ts']);
      console.log(`${size} artigos: ${costText(again)}`);
      console.log(`  a primeira construção, com imagens novas: ${costText(first)}`);
      return again;
    });
    return { size, cpuSeconds: later.cpuSeconds };
  });
  requireGrowth(points);
}

function peer(): void {
  const compared = compareWithStarlight(sizes);
  console.log(`\n${comparisonTable(compared)}\n`);
  for (const line of growthLines(compared)) console.log(line);
  const whole = compared.filter(({ mode }) => mode === WHOLE);
  requireGrowth(whole.map(({ size, own }) => ({ size, cpuSeconds: own.later.cpuSeconds })));
  const largest = compared.filter(({ size }) => size === sizes.at(-1)).map(ratioOf);
  const limit = Number(values['max-ratio'] ?? Number.POSITIVE_INFINITY);
  if (Math.max(...largest) > limit) throw new StartFailure(`A razão passou de ${limit}.`);
}

function requireGrowth(points: readonly Point[]): void {
  const growth = growthOf(points);
  if (growth === null) return;
  console.log(
    `Custo por artigo: ${(growth.each * 1000).toFixed(0)} ms; expoente ${growth.exponent.toFixed(2)}`,
  );
  const limit = Number(values['max-exponent'] ?? Number.POSITIVE_INFINITY);
  if (growth.exponent > limit) throw new StartFailure(`O expoente passou de ${limit}.`);
}
