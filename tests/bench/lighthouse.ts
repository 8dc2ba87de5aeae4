/**
 * Lighthouse's mobile audit of built pages. Its 176 MB are no dependency of the project; who wants the figures installs
 * it once.
 */
import { CommandFailure } from '#ops/failure.ts';
import { serveBuilt } from '#tests/support/built-server.ts';
import { median } from './api/load.ts';
import { launchChromium } from './chromium.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Result {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  };
}

type Lighthouse = (
  url: string,
  flags: { readonly port: number; readonly logLevel: 'silent'; readonly onlyCategories: readonly string[] },
) => Promise<Result | undefined>;

/**
 * One line a page: the medians of the four scores, of the largest paint and of the time the page blocks.
 *
 * @throws CommandFailure when Lighthouse is not installed.
 */
export async function* medianScores(outDir: string, paths: readonly string[]): AsyncGenerator<string> {
  const audit = await loadLighthouse();
  const server = await serveBuilt(outDir);
  const debugPort = Number(new URL(server.origin).port) + 1;
  const browser = await launchChromium([`--remote-debugging-port=${debugPort}`]);
  try {
    for (const path of paths) {
      const runs: Result['lhr'][] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const flags = { port: debugPort, logLevel: 'silent', onlyCategories: CATEGORIES } as const;
        const result = await audit(`${server.origin}${path}`, flags);
        if (result !== undefined) runs.push(result.lhr);
      }
      const scores = CATEGORIES.map((name) => {
        const score = median(runs.map(({ categories }) => categories[name]?.score ?? 0));
        return `${name} ${Math.round(score * 100)}`;
      });
      const value = (id: string): string =>
        median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)).toFixed(0);
      const times = `LCP ${value('largest-contentful-paint')} ms, TBT ${value('total-blocking-time')} ms`;
      yield `${path.padEnd(30)} ${scores.join(', ')}, ${times}`;
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  // Not a literal, because types of a missing package cannot be checked.
  const name = 'lighthouse';
  try {
    const module = (await import(name)) as { readonly default: Lighthouse };
    return module.default;
  } catch {
    throw new CommandFailure(
      'O Lighthouse não está instalado. Rode `npm install --no-save lighthouse@13.5.0` e repita o comando.',
    );
  }
}
