import type { MdxJsxFlowElement } from 'satteri';

/** An attribute's literal value; `undefined` when it is missing or an expression. */
export function writtenAttribute(
  { attributes }: Pick<Readonly<MdxJsxFlowElement>, 'attributes'>,
  name: string,
): string | undefined {
  const found = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof found?.value === 'string' ? found.value : undefined;
}
