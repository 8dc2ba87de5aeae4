/** Wraps ```` ```json title="Corpo enviado" ```` in <CodeTitle> (docs/blocks/code-title.astro). */
import type { SatteriProcessorOptions } from '@astrojs/markdown-satteri';

type MdastPlugin = NonNullable<SatteriProcessorOptions['mdastPlugins']>[number];

const TITLE = /\btitle="([^"]+)"/;

export const codeTitles: MdastPlugin = {
  name: 'docs-code-titles',
  code(node, context) {
    const title = TITLE.exec(node.meta ?? '')?.[1];
    if (title === undefined) return;
    context.wrapNode(node, {
      type: 'mdxJsxFlowElement',
      name: 'CodeTitle',
      attributes: [{ type: 'mdxJsxAttribute', name: 'title', value: title }],
      children: [],
    });
  },
};
