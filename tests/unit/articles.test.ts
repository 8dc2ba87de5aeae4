/** Rules for all articles, checked in their sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { projectRoot } from '#dev/project-root.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';

const articles = globSync('content/docs/**/[!_]*.mdx', { cwd: projectRoot })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }));
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([all]) => all);

describe.each(articles)('$file', ({ text }) => {
  test('advises no interval that every plan refuses', () => {
    const least = Math.min(...createCatalog(plansJson).plans.map(({ limits }) => limits.heartbeatSeconds));
    const advised = found(text, /name="Intervalo de Heartbeat".*$/gm).flatMap((line) =>
      found(line, /(?<=`)\d+(?=`)/g),
    );
    expect(advised.map(Number).filter((value) => value < least)).toEqual([]);
    expect(text).not.toMatch(/30 segundos para|`30` para o que é crítico|Nenhum vai abaixo/);
  });

  test('uses one environment name in its examples', () => {
    const hosts = found(text, /(?<=https:\/\/)[\w-]+(?=\.exemplo\.com\.br\/(?:status|dashboard|api)\b)/g);
    expect(hosts.filter((host) => `https://${host}.exemplo.com.br` !== EXAMPLE_ENVIRONMENT)).toEqual([]);
  });

  test('types no message of the platform’s alerts, which <AlertPreview> writes', () => {
    expect(text).not.toMatch(/<MessagePreview[^>]*>(?:(?!<\/MessagePreview>)[\s\S])*está fora do ar desde/);
  });

  test('has nothing that only some environments have', () => {
    expect(text).not.toMatch(
      /(?:ambientes|painéis) que os oferecem|só em alguns (?:ambientes|painéis)|nos (?:ambientes|painéis) (?:em|com|que)|onde estiver disponível/i,
    );
  });
});

/**
 * Props of a component that articles may use; `null` when its props are declared elsewhere, where TypeScript checks
 * them.
 */
function propsOf(component: string): readonly string[] | null {
  const name = component.replace(/(?<=.)[A-Z\d]/g, '-$&').toLowerCase();
  const source = readFileSync(join(projectRoot, `src/docs/blocks/${name}.astro`), 'utf8');
  if (source.includes('\ntype Props =')) return null;
  const [, declared = ''] = source.match(/interface Props \{([\s\S]*?)\n\}/) ?? [];
  return found(declared, /(?<=^ {2})\w+(?=\??:)/gm);
}

/** Attributes that their component does not know, as `Callout type`; Astro ignores them silently. */
function unknownAttributes(text: string): readonly string[] {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1/gm, '');
  return [...prose.matchAll(/<([A-Z]\w+)((?:\s+\w+(?:="[^"]*"|=\{[^}]*\})?)*)\s*\/?>/g)].flatMap(
    ([, component = '', attributes = '']) => {
      const known = propsOf(component);
      const used = found(attributes.replace(/"[^"]*"|\{[^}]*\}/g, ''), /\w+/g);
      return used.filter((name) => known?.includes(name) === false).map((name) => `${component} ${name}`);
    },
  );
}

test.each(articles)('$file uses only known attributes', ({ text }) => {
  expect(unknownAttributes(text)).toEqual([]);
});

test('a misspelt attribute is found', () => {
  expect(unknownAttributes('<Callout type="warning">\n\n<Step title="a" minutes={1} open>')).toEqual([
    'Callout type',
    'Step open',
  ]);
});
