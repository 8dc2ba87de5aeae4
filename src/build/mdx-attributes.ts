import type { MdxJsxFlowElement } from 'satteri';

/** An attribute as an author wrote it; `undefined` where it is missing or computed. */
export function writtenAttribute(
  { attributes }: Pick<Readonly<MdxJsxFlowElement>, 'attributes'>,
  name: string,
): string | undefined {
  const found = attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === name);
  return typeof found?.value === 'string' ? found.value : undefined;
}
