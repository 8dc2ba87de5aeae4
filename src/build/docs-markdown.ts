/**
 * Markdown processor of the documentation: `markdown` in astro.config.mjs.
 *
 * Prism instead of Shiki, because Shiki writes `style=` attributes, which the Content Security Policy refuses. Prism
 * writes classes, which docs/copy/code.css colours.
 */
import { type SatteriProcessorOptions, satteri } from '@astrojs/markdown-satteri';
import { plainSlug } from '#docs/articles/slug.ts';
import { componentFiles } from './author-blocks.ts';
import { checkedBlocks, checkedExpressions } from './author-checks.ts';
import { checkedArticle } from './docs-checks.ts';
import { codeTitles } from './docs-code-title.ts';
import { importedComponents } from './docs-components.ts';
import { leanCode } from './docs-lean-code.ts';
import { slots } from './docs-slots.ts';
import { taughtSteps } from './docs-taught-steps.ts';

type HastPlugin = NonNullable<SatteriProcessorOptions['hastPlugins']>[number];

/** Gives headings an anchor without accents; a repeated heading gets "-2". */
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

/** Fits beside a word or two in a phone's narrowest column. */
const SHORT_CODE_MAX = 20;

/** Keeps short code in one piece: a time, a cron expression or a name is misread when a line ends inside it. */
const unbrokenCode: HastPlugin = () => ({
  name: 'docs-unbroken-code',
  element: {
    filter: ['code'],
    visit(node, context) {
      // A block's code has the class of its language.
      if (node.properties?.['className'] !== undefined) return;
      const text = context.textContent(node).trim();
      if (text.length <= SHORT_CODE_MAX && /[\s/?-]/.test(text))
        context.setProperty(node, 'className', ['short']);
    },
  },
});

export const docsMarkdown = {
  syntaxHighlight: 'prism',
  processor: satteri({
    mdastPlugins: [
      checkedArticle(),
      checkedBlocks,
      checkedExpressions,
      taughtSteps,
      codeTitles,
      slots,
      importedComponents(componentFiles()),
    ],
    hastPlugins: [leanCode, plainHeadingIds, unbrokenCode],
  }),
} as const;
