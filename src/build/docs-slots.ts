/**
 * Passes container components (<Steps>, <Tabs>, …) data about their content, which author-checks.ts checks.
 *
 * Works on the article's tree, so that components need not parse their rendered content: <Tabs> gets `labels`,
 * <Carousel> gets `count` and list items, the first <Step> gets `isOpen`.
 */
import type { MdastPluginDefinition, MdxJsxAttributeUnion, MdxJsxFlowElement } from 'satteri';
import { writtenAttribute } from './mdx-attributes.ts';

type Part = Readonly<MdxJsxFlowElement>;
type Context = Parameters<NonNullable<MdastPluginDefinition['mdxJsxFlowElement']>>[1];

interface Container {
  readonly holds: string;
  readonly expected: string;
  readonly min: 1 | 2;
  /** Attributes as JavaScript expressions, from the content. */
  readonly attributes?: (parts: readonly Part[]) => Readonly<Record<string, string>>;
}

const labelsOf = (tabs: readonly Part[]): Readonly<Record<string, string>> => ({
  labels: JSON.stringify(tabs.map((tab) => writtenAttribute(tab, 'label'))),
});

export const containers: Readonly<Record<string, Container>> = {
  Steps: { holds: 'Step', expected: 'um ou mais <Step title="…">', min: 1 },
  FieldTable: { holds: 'Field', expected: 'um ou mais <Field name="…">', min: 1 },
  Cards: { holds: 'Card', expected: 'um ou mais <Card title="…">', min: 1 },
  Providers: { holds: 'Provider', expected: 'dois ou mais <Provider name="…">', min: 2 },
  Tabs: { holds: 'Tab', expected: 'dois ou mais <Tab label="…">', min: 2, attributes: labelsOf },
  Carousel: {
    holds: 'Screenshot',
    expected: 'duas ou mais <Screenshot …/>',
    min: 2,
    attributes: ({ length }) => ({ count: String(length) }),
  },
};

export const slots: MdastPluginDefinition = {
  name: 'docs-slots',
  mdxJsxFlowElement(node, context) {
    const container = containers[node.name ?? ''];
    if (container?.attributes !== undefined)
      return withAttributes(node, container.attributes(node.children as readonly Part[]));
    if (isFirstStep(node, context)) return withAttributes(node, { isOpen: 'true' });
    if (node.name === 'Screenshot' && containerOf(node, context)?.name === 'Carousel')
      wrapSlide(node, context);
    return undefined;
  },
};

function containerOf(node: Part, context: Context): Part | undefined {
  const parent = context.parent(node);
  return parent?.type === 'mdxJsxFlowElement' ? parent : undefined;
}

function isFirstStep(node: Part, context: Context): boolean {
  const steps = node.name === 'Step' && context.indexOf(node) === 0 ? containerOf(node, context) : undefined;
  return steps?.name === 'Steps' && !steps.attributes.some((attribute) => nameOf(attribute) === 'isClosed');
}

function wrapSlide(picture: Part, context: Context): void {
  context.wrapNode(picture, {
    type: 'mdxJsxFlowElement',
    name: 'li',
    attributes: [{ type: 'mdxJsxAttribute', name: 'class', value: 'carousel-slide' }],
    children: [],
  });
}

const nameOf = (attribute: MdxJsxAttributeUnion): string | null =>
  attribute.type === 'mdxJsxAttribute' ? attribute.name : null;

function withAttributes(node: Part, values: Readonly<Record<string, string>>): MdxJsxFlowElement {
  const added = Object.entries(values).map(([name, value]) => ({
    type: 'mdxJsxAttribute' as const,
    name,
    value: { type: 'mdxJsxAttributeValueExpression' as const, value },
  }));
  return { ...node, attributes: [...node.attributes, ...added] };
}
