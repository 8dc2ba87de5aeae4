/** Reports pictures that are not a <Screenshot>, have no file or no alternative text. */
import { existsSync } from 'node:fs';
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';
import { authorError } from './author-errors.ts';
import { writtenAttribute } from './mdx-attributes.ts';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const ALT_LETTERS_MIN = 10;

/** @param hasPicture Whether a picture with this name exists. */
export function checkedArticle(
  hasPicture = (name: string): boolean => existsSync(`content/docs/_images/${name}.png`),
): MdastPlugin {
  return {
    name: 'docs-checks',
    mdxJsxFlowElement(node, { fileURL }) {
      if (node.name !== 'Screenshot') return;
      const name = writtenAttribute(node, 'name');
      // A missing field is reported by author-checks.ts.
      if (name === undefined) return;
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
    image({ url }, { fileURL }) {
      if (!fileURL?.pathname.includes('/content/docs/')) return;
      throw authorError(
        fileURL,
        url,
        'Uma imagem de artigo é <Screenshot name="…" alt="…" />, com o arquivo em content/docs/_images.',
      );
    },
  };
}
