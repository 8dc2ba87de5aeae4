/**
 * Tells the page of an article which steps it walks through: those of its first <Steps>.
 *
 * They travel in the article's front matter, as Astro has it for what a plugin finds out: `render()` answers with it as
 * `remarkPluginFrontmatter`.
 */
import type { SatteriAstroData } from '@astrojs/markdown-satteri';
import type { MdastPluginDefinition, MdxJsxFlowElement } from 'satteri';
import { plainSlug } from '#domain/docs/slug.ts';
import type { TaughtStep } from '#lib/docs-structured-data.ts';
import { writtenAttribute } from './mdx-attributes.ts';

const FIELD = 'taughtSteps';

/** Runs before the plugins that put other elements into the tree. */
export const taughtSteps: MdastPluginDefinition = {
  name: 'docs-taught-steps',
  mdxJsxFlowElement(node, { data }) {
    const { frontmatter }: Partial<SatteriAstroData> = data.astro ?? {};
    if (node.name !== 'Steps' || frontmatter === undefined || FIELD in frontmatter) return;
    frontmatter[FIELD] = node.children.flatMap(stepOf);
  },
};

/** @param frontmatter What `render()` says of the article. */
export const taughtStepsIn = (frontmatter: Readonly<Record<string, unknown>>): readonly TaughtStep[] =>
  (frontmatter[FIELD] as readonly TaughtStep[] | undefined) ?? [];

function stepOf(node: MdxJsxFlowElement['children'][number]): TaughtStep[] {
  if (node.type !== 'mdxJsxFlowElement' || node.name !== 'Step') return [];
  const title = writtenAttribute(node, 'title');
  return title === undefined ? [] : [{ title, anchor: writtenAttribute(node, 'id') ?? plainSlug(title) }];
}
