/**
 * Lets an author write `<Tabs>` without importing it: adds the import that MDX wants.
 *
 * Importing in the article rather than handing every component to all of them keeps styles and scripts of a
 * component on the pages that use it. Also tells an author which components there are when one is misspelt.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import { authorError } from './author-errors.ts';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const DOCS = '/content/docs/';

/** Written by Markdown itself; nothing for an author. */
const ofMarkdown: ReadonlySet<string> = new Set(['CodeBlock', 'CodeTitle', 'Heading2', 'Heading3', 'Table']);

/**
 * @param names What an article may use: component name to file name in components/mdx.
 */
export function importedComponents(names: Readonly<Record<string, string>>): MdastPlugin {
  return () => {
    const used = new Set<string>();
    const collect = ({ name }: { readonly name?: string | null }): void => {
      if (name && /^[A-Z]/.test(name)) used.add(name);
    };
    return {
      name: 'docs-imported-components',
      mdxJsxFlowElement: collect,
      mdxJsxTextElement: collect,
      after(root, context) {
        if (!context.fileURL?.pathname.includes(DOCS)) return;
        const lines = [...used].sort().map((name) => {
          const file = names[name];
          if (file === undefined) {
            const known = Object.keys(names).filter((each) => !ofMarkdown.has(each));
            throw authorError(
              context.fileURL,
              `<${name}`,
              `<${name}> não existe. Os blocos prontos são ${known.join(', ')}.`,
            );
          }
          return `import ${name} from '#components/mdx/${file}.astro';`;
        });
        if (lines.length > 0) context.prependChild(root, { type: 'mdxjsEsm', value: lines.join('\n') });
      },
    };
  };
}

/** What an article may use: every file of components/mdx but those that Markdown itself writes. */
export function componentFiles(): Readonly<Record<string, string>> {
  const folder = fileURLToPath(new URL('../components/mdx/', import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.astro'));
  return Object.fromEntries(
    files.map((file) => file.replace('.astro', '')).map((file) => [componentName(file), file]),
  );
}

const componentName = (file: string): string =>
  file.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
