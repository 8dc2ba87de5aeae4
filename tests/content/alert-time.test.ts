/** Pages that sell an interval, as built: the time to an alert stands beside it, with what it covers. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { alertCaption, alertTime } from '#domain/plans/alert-time.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';

/** Contracts state limits, and keep the words with which they were accepted. */
const isContract = (path: string): boolean =>
  /^(?:termos|regras)(?:-de-cobranca)?(?:\.|\/|-)|^(?:termos|regras-de-cobranca)\//.test(path);

const intervals = createCatalog(plansJson).plans.map(({ limits }) => limits.heartbeatSeconds);
const written = intervals.map(formatHeartbeat).join('|');
/** "Intervalo mínimo | 10 min", "a cada 5 min", "intervalo de 1 min no …", "<code>600</code> no Gratuito". */
const sold = new RegExp(
  [
    `(?:intervalo mínimo|menor intervalo)[^]{0,300}?\\b(?:${written})(?!\\w)`,
    `(?:intervalo(?: de| a partir de)|a cada|depende do plano: (?:de )?)\\s*(?:${written})(?!\\w)`,
    `\\b${intervals[0]} no `,
  ].join('|'),
  'i',
);

const pages = globSync('**/*.{html,md}', { cwd: builtSiteDir })
  .filter((path) => !path.startsWith('pagefind/') && !isContract(path))
  .map((path) => {
    const file = join(builtSiteDir, path);
    const text = path.endsWith('.html')
      ? documentOf(file).body.textContent.replace(/\s+/g, ' ')
      : readFileSync(file, 'utf8');
    return { path, text };
  })
  .filter(({ text }) => sold.test(text));

test('the pages that everybody buys from are among them', () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['index.html', 'pricing.md', 'suporte.html', 'docs/first-monitor.html']),
  );
});

describe.each(pages)('$path', ({ text }) => {
  test('an interval of a plan has its time to an alert and the caption', () => {
    expect(text).toMatch(new RegExp(`avisa em até[^.]*\\b(?:${intervals.map(alertTime).join('|')})`, 'i'));
    expect(text).toContain(alertCaption);
  });
});
