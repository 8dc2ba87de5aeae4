/**
 * Adds the imports of components, so that authors can write `<Tabs>` without one.
 *
 * With an import per article, a component's styles and scripts are only on the pages that use it.
 */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const DOCS = '/content/docs/';

/**
 * @param names Component name to file name in docs/blocks.
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
          return file === undefined ? [] : [`import ${name} from '#docs/blocks/${file}.astro';`];
        });
        if (lines.length > 0) context.prependChild(root, { type: 'mdxjsEsm', value: lines.join('\n') });
      },
    };
  };
}
