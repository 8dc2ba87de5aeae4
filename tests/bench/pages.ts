/**
 * `npm run bench:pages`: weight of each page before the first interaction, and of each island.
 *
 * Also the weight of a visit to the documentation including the service worker, of its search until the first result,
 * and the main-thread work of the landing page. Uses its own build, or a finished one with `--out-dir`. `--lighthouse`
 * also runs Lighthouse's mobile audit, three times for the first page of each template. `--touches` measures only the
 * first tap on each control; words after it select controls: `-- --touches menu`.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { runCommand } from '#ops/failure.ts';
import { serveBuilt } from '#tests/support/built-server.ts';
import { builtSiteDir, ensureBuiltSite } from '#tests/support/built-site.ts';
import {
  addScripts,
  builtPaths,
  islandsIn,
  readPage,
  type Template,
  templateOf,
  weighBuilt,
} from '#tests/support/built-weight.ts';
import { measureVisit } from '#tests/support/first-visit.ts';
import { kinds, packed } from '#tests/support/page-weight.ts';
import { compareWork } from '#tests/support/page-work.ts';
import { measureSearch } from '#tests/support/search-cost.ts';
import { launchChromium } from './chromium.ts';
import { medianTouch, newPhone, publicTouches, signedInTouches, type Touch } from './first-touches.ts';
import { medianScores } from './lighthouse.ts';
import { withSignedIn } from './signed-in.ts';

const { values, positionals } = parseArgs({
  options: {
    'out-dir': { type: 'string' },
    lighthouse: { type: 'boolean' },
    touches: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
  },
  allowPositionals: true,
});

async function main(): Promise<void> {
  const given = values['out-dir'];
  if (given === undefined) await ensureBuiltSite();
  const outDir = given === undefined ? builtSiteDir : resolve(given);
  if (values.touches) return printTouches(outDir);
  const paths = builtPaths(outDir);
  printPages(outDir, paths);
  printIslands(outDir, paths);
  const browser = await launchChromium();
  await printVisit(browser, outDir);
  await printSearch(browser, outDir);
  await printWork(browser, outDir);
  await browser.close();
  if (!values.lighthouse) return;
  const first = new Map<Template, string>();
  for (const path of paths) {
    const template = templateOf(path);
    if (!first.has(template)) first.set(template, path);
  }
  console.log('\nLighthouse, celular, mediana de 3\n');
  for await (const line of medianScores(outDir, [...first.values()])) console.log(line);
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(1);

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(36) + cells.map((cell) => String(cell).padStart(9)).join('');
}

function printPages(outDir: string, paths: readonly string[]): void {
  console.log('Antes de qualquer toque: kB no fio (Brotli) e, depois da barra, pedidos\n');
  console.log(row('página', [...kinds, 'js na pág.', 'total']));
  for (const path of paths) {
    const { bytes, requests, inlineJs } = weighBuilt(outDir, path);
    const sum = (of: Readonly<Record<string, number>>): number =>
      kinds.reduce((all, kind) => all + (of[kind] ?? 0), 0);
    const cells = kinds.map((kind) => (requests[kind] === 0 ? '–' : `${kB(bytes[kind])}/${requests[kind]}`));
    console.log(row(path, [...cells, kB(inlineJs), `${kB(sum(bytes))}/${sum(requests)}`]));
  }
}

/** Weight of an island: its file and everything it loads that the page does not have yet, including React. */
function printIslands(outDir: string, paths: readonly string[]): void {
  const sizeOf = (addresses: Iterable<string>): number =>
    [...addresses].reduce((sum, address) => sum + packed(readFileSync(join(outDir, address))), 0);
  const islands = new Map(
    paths.flatMap((path) => islandsIn(readPage(outDir, path))).map((island) => [island.component, island]),
  );
  const needs = new Map<string, ReadonlySet<string>>();
  const renderer = new Set<string>();
  for (const { component, renderer: address } of islands.values()) {
    const files = new Set<string>();
    addScripts(outDir, component, files);
    addScripts(outDir, address, renderer);
    needs.set(component, files);
  }
  const uses = new Map<string, number>();
  for (const file of [...needs.values()].flatMap((files) => [...files]))
    uses.set(file, (uses.get(file) ?? 0) + 1);
  console.log(`\nIlhas, em kB (Brotli); o React que a primeira delas traz: ${kB(sizeOf(renderer))}\n`);
  console.log(row('ilha', ['o arquivo', 'só dela', 'tudo']));
  for (const [component, files] of [...needs].sort(([a], [b]) => a.localeCompare(b))) {
    const others = [...files].filter((file) => !renderer.has(file));
    const alone = others.filter((file) => uses.get(file) === 1);
    console.log(
      row(
        basename(component).split('.')[0] ?? '',
        [sizeOf([component]), sizeOf(alone), sizeOf(others)].map(kB),
      ),
    );
  }
}

/** A first visit from a search engine: a phone with an empty cache, without interaction. */
async function printVisit(browser: Browser, outDir: string): Promise<void> {
  const paths = ['/docs/custom-checks', '/docs/first-monitor'] as const;
  const tenSeconds = (page: Page): Promise<void> => page.waitForTimeout(10_000);
  const { first, second } = await measureVisit(browser, outDir, paths, tenSeconds);
  console.log('\nUma visita à documentação, até 10 s depois de carregar, com o service worker\n');
  for (const [name, { kB: size, requests }] of Object.entries({ [paths[0]]: first, [paths[1]]: second }))
    console.log(row(name, [`${size} kB`, requests]));
}

/** Queries with one word, several words, and a number. */
async function printSearch(browser: Browser, outDir: string): Promise<void> {
  console.log('\nA busca de um artigo, de abrir até o primeiro resultado: kB e pedidos\n');
  console.log(row('pergunta', ['kB', 'pedidos']));
  for (const query of [
    'telegram',
    'erro 403',
    'receber aviso por e-mail',
    'meu site caiu e não fui avisado',
  ]) {
    const { kB: size, requests } = await measureSearch(browser, outDir, '/docs/first-monitor', query);
    console.log(row(query, [size, requests]));
  }
}

async function printWork(browser: Browser, outDir: string): Promise<void> {
  const server = await serveBuilt(outDir);
  const { landing, article, ratio } = await compareWork(browser, server.origin, 7);
  await server.close();
  console.log('\nTrabalho na thread principal até o silêncio, no celular, mediana de 7\n');
  for (const [name, { taskMs, elements }] of Object.entries({ 'página inicial': landing, artigo: article }))
    console.log(row(name, [`${Math.round(taskMs)} ms`, `${elements} el.`]));
  console.log(row('razão', [ratio.toFixed(2)]));
}

async function printTouches(outDir: string): Promise<void> {
  const isWanted = ({ name }: Touch): boolean =>
    positionals.length === 0 || positionals.some((word) => name.includes(word));
  const rounds = Number(values.rounds);
  const browser = await launchChromium();
  console.log(
    `O primeiro toque, celular, 3G lento, mediana de ${rounds}, em ms: processador 4 vezes mais lento`,
  );
  console.log(
    'nos controles nativos e 6 vezes nos outros; logo que a página aparece e com ela em silêncio.\n',
  );
  console.log(row('controle', ['quando', 'evento', 'sinal', 'resposta', 'tarefa']));
  const print = async (
    touch: Touch,
    origin: string,
    newContext: () => Promise<BrowserContext>,
  ): Promise<void> => {
    for (const isQuiet of [false, true]) {
      const slowdown = touch.isNative ? 4 : 6;
      const figures = await medianTouch(newContext, touch, { origin, slowdown, isQuiet }, rounds);
      console.log(row(touch.name, [isQuiet ? 'quieta' : 'logo', ...Object.values(figures).map(Math.round)]));
    }
  };
  const server = await serveBuilt(outDir);
  for (const touch of publicTouches.filter(isWanted))
    await print(touch, server.origin, () => newPhone(browser));
  await server.close();
  const signedIn = signedInTouches.filter(isWanted);
  if (signedIn.length > 0)
    await withSignedIn(browser, async (origin, newContext) => {
      for (const touch of signedIn) await print(touch, origin, () => newContext(touch));
    });
  await browser.close();
}

await runCommand(main);
process.exit(process.exitCode ?? 0);
