/**
 * How the documentation's Markdown is read: the value of `markdown` in astro.config.mjs.
 *
 * Prism rather than Shiki, because Shiki writes `style=` attributes, which the content security policy refuses;
 * Prism writes classes, and features/copy/code.css gives them their colours.
 */
import { type SatteriProcessorOptions, satteri } from '@astrojs/markdown-satteri';
import { plainSlug } from '#domain/docs/slug.ts';
import { codeTitles } from './docs-code-title.ts';
import { componentFiles, importedComponents } from './docs-components.ts';
import { leanCode } from './docs-lean-code.ts';
import { slots } from './docs-slots.ts';

type HastPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

/** Gives headings an anchor without accents; a second heading of the same words gets "-2". */
const plainHeadingIds: HastPlugin = () => {
  const taken = new Map<string, number>();
  return {
    name: 'docs-plain-heading-ids',
    element: {
      filter: ['h2', 'h3', 'h4'],
      visit(node, context) {
        if (typeof node.properties?.['id'] === 'string') return;
        const slug = plainSlug(context.textContent(node));
        const count = (taken.get(slug) ?? 0) + 1;
        taken.set(slug, count);
        context.setProperty(node, 'id', count === 1 ? slug : `${slug}-${count}`);
      },
    },
  };
};

export const docsMarkdown = {
  syntaxHighlight: 'prism',
  processor: satteri({
    mdastPlugins: [codeTitles, slots, importedComponents(componentFiles())],
    hastPlugins: [leanCode, plainHeadingIds],
  }),
} as const;
