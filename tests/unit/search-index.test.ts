/** The search files that the build writes: articles split at their headings, and Pagefind's results per word. */
import { expect, test } from 'vitest';
import { highlights } from '#build/docs-highlights.ts';
import { frequentScores } from '#build/docs-search.ts';
import { pageTree } from '#build/finished-pages.ts';
import { afterHeading, searchablePage, writtenArticle } from '#build/searchable-page.ts';
import { type IndexedWord, packWords, unpackWords } from '#docs/search/rules/index-file.ts';

test('unpacking returns every word, page and nearly the score', () => {
  const words: IndexedWord[] = [
    { word: '99,9%', hits: [{ page: 0, score: 24 }] },
    {
      word: 'canal',
      hits: [
        { page: 200, score: 3 },
        { page: 27, score: 0.2 },
      ],
    },
    { word: 'palavra-chave', hits: [{ page: 27, score: 1 }] },
  ];
  const unpacked = unpackWords(packWords(words));
  expect(unpacked.map(({ word }) => word)).toEqual(['99,9%', 'canal', 'palavra-chave']);
  unpacked.forEach(({ hits }, index) => {
    const given = words[index]?.hits ?? [];
    expect(hits.map(({ page }) => page)).toEqual(given.map(({ page }) => page));
    hits.forEach(({ score }, place) => {
      expect(Math.abs(Math.log2(score / (given[place]?.score ?? 0)))).toBeLessThan(1 / 6 + 1e-9);
    });
  });
});

test('an answer equal to the previous one is written once', () => {
  const hits = [{ page: 1, score: 2 }];
  const packed = packWords([
    { word: 'canais', hits },
    { word: 'canal', hits },
  ]);
  expect(packed.hits.split(' ')[1]).toBe('');
  expect(unpackWords(packed).map((word) => word.hits)).toEqual([
    [expect.objectContaining({ page: 1 })],
    [expect.objectContaining({ page: 1 })],
  ]);
});

const page = (content: string) => ({
  url: '/docs/telegram.html',
  content,
  meta: { title: 'Telegram', label: 'Bot do Telegram', category: 'Notificações', tags: 'bot aviso' },
  filters: {},
  anchors: [
    { element: 'h3', id: 'b', text: 'Bot', location: 6 },
    { element: 'h2', id: 'a', text: 'Passos', location: 3 },
    { element: 'p', id: 'x', text: 'no heading', location: 5 },
  ],
});

test('an article is split at its headings, each with its parent', () => {
  const article = writtenArticle(page('Telegram. Um canal. Passos. Siga estes. Bot. Crie o bot.'));
  expect(article).toMatchObject({
    title: 'Telegram',
    label: 'Bot do Telegram',
    url: '/docs/telegram',
    tags: 'bot aviso',
  });
  expect(article.sections).toEqual([
    { id: '', title: 'Telegram', partOf: '', text: 'Um canal.' },
    { id: 'a', title: 'Passos', partOf: '', text: 'Siga estes.' },
    { id: 'b', title: 'Bot', partOf: 'Passos', text: 'Crie o bot.' },
  ]);
});

test('code and repeated notes are marked in the text of their section', () => {
  const content = 'Telegram. Um. Passos. Rode \u{e000} curl -s \u{e001} agora. Bot. Fim.';
  const [, steps] = writtenArticle({
    ...page(content),
    anchors: [{ element: 'h2', id: 'a', text: 'Passos', location: 2 }],
  }).sections;
  expect(steps?.text.slice(...(steps.asides?.[0] ?? []))).toBe('curl -s');
  expect(steps?.text).toBe('Rode curl -s agora. Bot. Fim.');
});

test.each([
  ['Crie o bot. No Telegram, abra', 'Crie o bot', 'No Telegram, abra'],
  ['O que é um bot? É uma conta', 'O que é um bot?', 'É uma conta'],
  ['Canais. Bot', 'Bot', 'Canais. Bot'],
  ['Botão do painel', 'Bot', 'Botão do painel'],
  ['Os passos.', 'Os passos', ''],
])('the result for "%s" under "%s" repeats no heading', (text, heading, shown) => {
  expect(afterHeading(text, heading)).toBe(shown);
});

const searchable = (html: string): string => searchablePage(pageTree(html));
const article = (end: string): string =>
  `<article data-pagefind-body><table><tr><th>Plano<td>Preço</tr></table>${end}</article>`;
const built = (end: string): string => `<!doctype html><body><h1>Fora</h1>${article(end)}<p>depois`;
const whole = (end: string): string => `<html lang="pt-BR"><body>${article(end)}</body></html>`;

test('tags become metadata, next articles are left out, cells keep apart', () => {
  const html = built(
    '<div class="heading"><h2 id="proximos-passos">Próximos passos</h2></div><ul><li>Outro<table><tr><td>a</table></ul><p class="tags"><span>Etiquetas:</span> <span class="tag">bot</span><span class="tag">aviso &amp; canal</span></p>',
  );
  expect(searchable(html)).toBe(
    whole('<p data-pagefind-ignore data-pagefind-meta="tags">bot aviso &amp; canal</p>')
      .replace('Plano', 'Plano ')
      .replace('Preço', 'Preço '),
  );
});

test.each([
  ['Receba o aviso.', '12 min', '<p>Receba o aviso. Leva 12 minutos.</p>'],
  ['Em 12 minutos, receba o aviso.', '12 min', '<p>Em 12 minutos, receba o aviso.</p>'],
  ['Canais &amp; &lt;bots&gt;.', 'Básico', '<p>Canais &amp; &lt;bots>.</p>'],
])('"%s" and the badge "%s" begin the text as "%s"', (description, badge, text) => {
  const html = `<head><meta name="description" content="${description}"></head><article data-pagefind-body><h1>Bot</h1><ul><li class="badge">${badge}</li></ul></article>`;
  expect(searchable(html)).toContain(`<h1>Bot</h1>${text}<ul>`);
});

test('an article without tags and next articles keeps its text', () => {
  expect(searchable(built('<p>Fim.</p>')).replaceAll(' <', '<')).toBe(whole('<p>Fim.</p>'));
});

test('code and repeated notes weigh less for Pagefind', () => {
  const html = searchable(
    '<article data-pagefind-body><pre>curl</pre><div data-pagefind-weight="0.25">600</div>',
  );
  expect(html).toContain('<pre data-pagefind-weight="0.25"> \u{e000} curl \u{e001} </pre>');
  expect(html).toContain('<div data-pagefind-weight="0.25"> \u{e000} 600 \u{e001} </div>');
});

test('highlights are offered in their order', () => {
  const html =
    '<ul class="highlights"><li><a href="/docs/b">B</a><li><a href="/docs/a">A <b>1</b></a></ul><a href="/x">X</a>';
  expect(highlights(pageTree(html).elements)).toEqual([
    { title: 'B', url: '/docs/b' },
    { title: 'A 1', url: '/docs/a' },
  ]);
});

test('a frequent word leads to articles that repeat it, short ones first', () => {
  const scores = frequentScores(Uint16Array.of(0, 1, 4, 1), [100, 100, 100, 50]);
  const best = scores.map((score, page) => ({ score, page })).sort((a, b) => b.score - a.score);
  expect(best.map(({ page }) => page)).toEqual([2, 3, 1, 0]);
  expect(scores[0]).toBe(0);
});

test('a word in every article tells less than one in half of them', () => {
  const lengths = [10, 10, 10, 10];
  const [everywhere = 0] = frequentScores(Uint16Array.of(1, 1, 1, 1), lengths);
  const [half = 0] = frequentScores(Uint16Array.of(1, 1, 0, 0), lengths);
  expect(everywhere).toBeGreaterThan(0);
  expect(half).toBeGreaterThan(everywhere);
});
