/**
 * Passes the steps of an article's first <Steps> to its page.
 *
 * They are added to the front matter, Astro's way for plugins to return data: `remarkPluginFrontmatter` of `render()`.
 */
import type { SatteriAstroData } from '@astrojs/markdown-satteri';
import type { MdastPluginDefinition, MdxJsxFlowElement } from 'satteri';
import { plainSlug } from '#docs/articles/slug.ts';
import type { TaughtStep } from '#docs/articles/structured-data.ts';
import { writtenAttribute } from './mdx-attributes.ts';

const FIELD = 'taughtSteps';

/** Runs before the plugins that add elements to the tree. */
export const taughtSteps: MdastPluginDefinition = {
  name: 'docs-taught-steps',
  mdxJsxFlowElement(node, { data }) {
    const { frontmatter }: Partial<SatteriAstroData> = data.astro ?? {};
    if (node.name !== 'Steps' || frontmatter === undefined || FIELD in frontmatter) return;
    frontmatter[FIELD] = node.children.flatMap(stepOf);
  },
};

/** @param frontmatter From `render()`. */
export const taughtStepsIn = (frontmatter: Readonly<Record<string, unknown>>): readonly TaughtStep[] =>
  (frontmatter[FIELD] as readonly TaughtStep[] | undefined) ?? [];

function stepOf(node: MdxJsxFlowElement['children'][number]): TaughtStep[] {
  if (node.type !== 'mdxJsxFlowElement' || node.name !== 'Step') return [];
  const title = writtenAttribute(node, 'title');
  return title === undefined ? [] : [{ title, anchor: writtenAttribute(node, 'id') ?? plainSlug(title) }];
}
