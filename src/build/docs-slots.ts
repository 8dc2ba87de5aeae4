/**
 * Checks the content of container components (<Steps>, <Tabs>, …) and passes them data about it.
 *
 * Works on the article's tree, so that components need not parse their rendered content: <Tabs> gets `labels`,
 * <Carousel> gets `count` and list items, the first <Step> gets `isOpen`.
 */
import type { MdastPluginDefinition, MdxJsxAttributeUnion, MdxJsxFlowElement } from 'satteri';
import { writtenAttribute } from './mdx-attributes.ts';

type Part = Readonly<MdxJsxFlowElement>;
type Context = Parameters<NonNullable<MdastPluginDefinition['mdxJsxFlowElement']>>[1];

interface Holder {
  readonly holds: string;
  readonly expected: string;
  readonly min: 1 | 2;
  /** Attributes as JavaScript expressions, from the content. */
  readonly told?: (parts: readonly Part[]) => Readonly<Record<string, string>>;
}

const holders: Readonly<Record<string, Holder>> = {
  Steps: { holds: 'Step', expected: 'um ou mais <Step title="…">', min: 1 },
  FieldTable: { holds: 'Field', expected: 'um ou mais <Field name="…">', min: 1 },
  Cards: { holds: 'Card', expected: 'um ou mais <Card title="…">', min: 1 },
  Providers: { holds: 'Provider', expected: 'dois ou mais <Provider name="…">', min: 2 },
  Tabs: { holds: 'Tab', expected: 'dois ou mais <Tab label="…">', min: 2, told: labelsOf },
  Carousel: {
    holds: 'Screenshot',
    expected: 'duas ou mais <Screenshot …/>',
    min: 2,
    told: ({ length }) => ({ count: String(length) }),
  },
};

/** @throws Error (while parsing an article) for other content or too little of it. */
export const slots: MdastPluginDefinition = {
  name: 'docs-slots',
  mdxJsxFlowElement(node, context) {
    const holder = holders[node.name ?? ''];
    if (holder !== undefined) return withTold(node, holder);
    if (isFirstStep(node, context)) return withAttributes(node, { isOpen: 'true' });
    if (node.name === 'Screenshot' && holderOf(node, context)?.name === 'Carousel') wrapSlide(node, context);
    return undefined;
  },
};

function withTold(node: Part, { holds, expected, min, told }: Holder): MdxJsxFlowElement | undefined {
  const parts = node.children.filter(
    (child): child is MdxJsxFlowElement => child.type === 'mdxJsxFlowElement' && child.name === holds,
  );
  if (parts.length < min || parts.length < node.children.length) {
    throw new Error(`<${node.name}> espera ${expected} como conteúdo, e nada mais.`);
  }
  return told && withAttributes(node, told(parts));
}

function labelsOf(tabs: readonly Part[]): Readonly<Record<string, string>> {
  const labels = tabs.map((tab) => {
    const label = writtenAttribute(tab, 'label');
    if (label === undefined) throw new Error('<Tab> precisa de label="…", escrito por inteiro.');
    return label;
  });
  return { labels: JSON.stringify(labels) };
}

function holderOf(node: Part, context: Context): Part | undefined {
  const parent = context.parent(node);
  return parent?.type === 'mdxJsxFlowElement' ? parent : undefined;
}

function isFirstStep(node: Part, context: Context): boolean {
  const steps = node.name === 'Step' && context.indexOf(node) === 0 ? holderOf(node, context) : undefined;
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

function withAttributes(node: Part, told: Readonly<Record<string, string>>): MdxJsxFlowElement {
  const added = Object.entries(told).map(([name, value]) => ({
    type: 'mdxJsxAttribute' as const,
    name,
    value: { type: 'mdxJsxAttributeValueExpression' as const, value },
  }));
  return { ...node, attributes: [...node.attributes, ...added] };
}
