/** The message that an author reads when an error ends a build. */
import { expect, test } from 'vitest';
import { messageForAuthor } from '#build/author-messages.ts';

const texts = () => [
  { file: 'content/legal/sla.mdx', words: 'Um.\n\nDe {facts.company.nome}.' },
  { file: 'content/faq/canais.mdx', words: 'Um.\n<PlanFact plan="gold" fact="users" />' },
];

test.each([
  [
    'Build failed with 1 error:\n\n[plugin x] /a/content/docs/slack.mdx:4:1\nTexto: content/docs/slack.mdx:4: <Foo> não existe.\n    at handler (vite-plugin-mdx.js:64:17)',
    'content/docs/slack.mdx:4: <Foo> não existe.',
  ],
  [
    'Build failed with 1 error:\n\n[MISSING_EXPORT] "nada" is not exported\n ╭─[ content/docs/slack.mdx:12:8 ]',
    'content/docs/slack.mdx: O que um import deste texto traz de outro arquivo não existe lá. Um texto não precisa de import.',
  ],
  [
    'content/docs/slack.mdx: o campo "related" cita "x".',
    'content/docs/slack.mdx: o campo "related" cita "x".',
  ],
  [
    '{facts.company.nome} não existe. Há cnpj.',
    'content/legal/sla.mdx:3: {facts.company.nome} não existe. Há cnpj.',
  ],
  [
    '<PlanFact plan="gold">: use um destes planos: free.',
    'content/faq/canais.mdx:2: <PlanFact plan="gold">: use um destes planos: free.',
  ],
  ['Cannot read properties of undefined', undefined],
])('%s', (said, mistake) => {
  expect(messageForAuthor(new Error(said), texts)).toBe(mistake);
});
