import { type HastPluginDefinition, htmlToHast, markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { leanCode } from '../../src/build/docs-lean-code.ts';

const token = (kind: string, text: string): string => `<span class="token ${kind}">${text}</span>`;

/** Replaces the highlighter: writes these tokens into the code block. */
const highlighted = (tokens: string): HastPluginDefinition => ({
  name: 'highlighted',
  element: {
    filter: ['code'],
    visit: (code) => {
      const tree = htmlToHast(tokens, { fragment: true });
      return { ...code, children: 'children' in tree ? (tree.children as typeof code.children) : [] };
    },
  },
});

async function lean(tokens: string): Promise<string> {
  const { html } = await markdownToHtml('```js\nx\n```', { hastPlugins: [highlighted(tokens), leanCode] });
  return html.trim();
}

test.each([
  ['a token without a colour', token('class-name', 'URL'), 'URL'],
  [
    'neighbours with the same colour',
    token('punctuation', '(') + token('punctuation', ')') + token('operator', ' ='),
    '<i>() =</i>',
  ],
  [
    'blanks between two',
    `${token('keyword', 'const')} ${token('constant', 'A')}`,
    '<b>const </b><var>A</var>',
  ],
  [
    'tokens within tokens',
    token('string', `"${token('interpolation', `a${token('punctuation', '}')}`)}"`),
    '<u>"a</u><i>}</i><u>"</u>',
  ],
  ['two kinds', token('function constant', 'A'), '<var>A</var>'],
  ['entities', token('string', 'a &lt;b'), '<u>a &lt;b</u>'],
])('code is coloured with few, short elements: %s', async (_what, written, expected) => {
  expect(await lean(written)).toBe(`<pre><code class="language-js">${expected}</code></pre>`);
});
