/** Reports, with its line, a picture without alternative text and one of our prices typed by hand. */
import { existsSync } from 'node:fs';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import { authorError } from './author-errors.ts';
import { writtenAttribute } from './mdx-attributes.ts';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const ALT_LETTERS_MIN = 10;
const PRICE = /R\$\s*\d+(?:[.,]\d+)*/;

/** @param hasPicture Whether a picture with this name exists. */
export function provenArticle(
  hasPicture = (name: string): boolean => existsSync(`content/docs/_images/${name}.png`),
): MdastPlugin {
  return {
    name: 'docs-proofs',
    mdxJsxFlowElement(node, { fileURL }) {
      if (node.name !== 'Screenshot') return;
      const name = writtenAttribute(node, 'name') ?? '';
      const where = `name="${name}"`;
      if (!hasPicture(name))
        throw authorError(fileURL, where, `<Screenshot ${where}>: não há content/docs/_images/${name}.png.`);
      if ((writtenAttribute(node, 'alt') ?? '').trim().length < ALT_LETTERS_MIN)
        throw authorError(
          fileURL,
          where,
          `<Screenshot ${where}>: escreva em alt o que a imagem mostra, em pelo menos ${ALT_LETTERS_MIN} letras.`,
        );
    },
    text(node, { fileURL }) {
      const price = fileURL?.pathname.includes('/content/docs/') ? PRICE.exec(node.value)?.[0] : undefined;
      if (price !== undefined)
        throw authorError(
          fileURL,
          price,
          `"${price}" foi digitado. Preço não se digita: <PlanTable /> e <PlanNote /> o leem de content/plans.json.`,
        );
    },
  };
}
