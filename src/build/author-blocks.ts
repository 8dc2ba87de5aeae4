/**
 * Lists the blocks that a text may use and their fields, read from the components.
 *
 * Owns: the names for each folder of content, and the fields of a block as its `interface Props` states them. Of a
 * field whose type is neither words nor one of those named here only the name is known.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planFactNames } from '#faq/plan-facts.ts';
import { contractFacts } from '#legal/contract-facts.ts';
import { sampleMessageNames } from '#ui/alert-message/sample-alerts.ts';
import { planIds } from '../domain/plans/ids.ts';
import { legalIds, trustIds } from '../schemas/legal.ts';

const src = fileURLToPath(new URL('../', import.meta.url));

/** Source of each content folder's blocks: a folder of components, or the file that passes them. */
const blockSources: Readonly<Record<string, string>> = {
  docs: 'docs/blocks',
  landing: 'faq/words.astro',
  faq: 'faq/words.astro',
  legal: 'legal/legal-text.astro',
  comparisons: 'pages/comparar/[id].astro',
  tools: 'pages/ferramentas/sla.astro',
};

/** Used for Markdown's own elements, not by authors. */
const ofMarkdown: ReadonlySet<string> = new Set(['CodeBlock', 'CodeTitle', 'Heading2', 'Heading3', 'Table']);

/** Types whose values are listed elsewhere. */
const named: Readonly<Record<string, readonly string[]>> = {
  LegalId: [...legalIds, ...trustIds],
  PlanFactName: planFactNames,
  PlanId: planIds,
  SampleMessageName: sampleMessageNames,
};

export interface Field {
  readonly isRequired: boolean;
  /** The accepted values, if the component lists them. */
  readonly words?: readonly string[];
  /** Its type as the component writes it. */
  readonly type: string;
}

/** Files of docs/blocks by block name. */
export function componentFiles(): Readonly<Record<string, string>> {
  const files = readdirSync(join(src, 'docs/blocks')).filter((file) => file.endsWith('.astro'));
  return Object.fromEntries(
    files.map((file) => file.replace('.astro', '')).map((file) => [componentName(file), file]),
  );
}

const componentName = (file: string): string =>
  file.replace(/(?:^|-)([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** A content folder's blocks and their files; `undefined` for any other folder. */
export function blocksOf(folder: string): ReadonlyMap<string, string> | undefined {
  const place = blockSources[folder];
  if (place === undefined) return undefined;
  if (!place.endsWith('.astro')) {
    const files = Object.entries(componentFiles()).filter(([name]) => !ofMarkdown.has(name));
    return new Map(files.map(([name, file]) => [name, join(src, place, `${file}.astro`)]));
  }
  const source = readFileSync(join(src, place), 'utf8');
  const given = /(?:const written = |components=\{)\{([^}]+)\}/.exec(source)?.[1] ?? '';
  const imports = source.matchAll(/^import (\w+) from '(#|\.\/)(.+\.astro)';$/gm);
  return new Map(
    [...imports]
      .filter(([, name]) => given.split(',').some((each) => each.trim() === name))
      .map(([, name = '', from, path = '']) => [
        name,
        from === '#' ? join(src, path) : join(dirname(join(src, place)), path),
      ]),
  );
}

/** A block's fields; `null` when its component declares none. */
export function fieldsOf(file: string): ReadonlyMap<string, Field> | null {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^(?:type Props|interface Props extends)/m.test(source)) return null;
  const body = /^interface Props \{\n([\s\S]*?)\n\}/m.exec(source)?.[1] ?? '';
  const fields = body.matchAll(/^ {2}(?:readonly )?(\w+)(\?)?: (.+);$/gm);
  return new Map(
    [...fields].map(([, name = '', optional, type = '']) => {
      const words = /^'[^']*'(?: \| '[^']*')*$/.test(type)
        ? [...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
        : named[type];
      return [name, { isRequired: optional === undefined, type, ...(words && { words }) }] as const;
    }),
  );
}

/** The names in `facts` for legal texts. */
export function factNames(): readonly string[] {
  const source = readFileSync(join(src, 'legal/facts.ts'), 'utf8');
  const body = /^export const facts = strict\('facts', \{\n([\s\S]*?)\n\}\);/m.exec(source)?.[1] ?? '';
  return [
    ...Object.keys(contractFacts),
    ...[...body.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, name = '']) => name),
  ];
}
