/**
 * Lets an author write `<Tabs>` without importing it: adds the import that MDX wants.
 *
 * Importing in the article rather than handing every component to all of them keeps styles and scripts of a
 * component on the pages that use it.
 */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const DOCS = '/content/docs/';

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
        const lines = [...used].sort().flatMap((name) => {
          const file = names[name];
          return file === undefined ? [] : [`import ${name} from '#components/mdx/${file}.astro';`];
        });
        if (lines.length > 0) context.prependChild(root, { type: 'mdxjsEsm', value: lines.join('\n') });
      },
    };
  };
}
