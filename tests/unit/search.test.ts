import { describe, expect, test } from 'vitest';
import { correctWord, slips } from '#domain/search/correct-word.ts';
import { afterHeading, excerptParts, resultUrl } from '#domain/search/excerpt.ts';
import { readQuestion } from '#domain/search/read-question.ts';
import { wordForms } from '#domain/search/word-forms.ts';
import {
  createSearch,
  type DocsIndex,
  type PagefindHit,
  type PagefindIndex,
} from '#features/search/search-articles.ts';

describe('what a reader may have meant', () => {
  test.each([
    ['notificação', 'notificações'],
    ['notificações', 'notificação'],
    ['notificacao', 'notificações'],
    ['notificacoes', 'notificação'],
    ['botão', 'botões'],
    ['botoes', 'botão'],
    ['capitães', 'capitão'],
    ['nível', 'níveis'],
    ['canal', 'canais'],
    ['canais', 'canal'],
    ['túnel', 'túneis'],
    ['lençóis', 'lençol'],
    ['perfil', 'perfis'],
    ['imagem', 'imagens'],
    ['imagens', 'imagem'],
    ['monitores', 'monitor'],
    ['métricas', 'metricas'],
  ])('%s also means %s', (typed, meant) => {
    expect(wordForms(typed)).toContain(meant);
  });

  test('a short word keeps its ending', () => {
    expect(wordForms('sao')).toEqual(['sao']);
  });
});

describe('a slip is read as the word that was meant', () => {
  const vocabulary = 'telegram notificacao monitor alerta whatsapp slack ligue agrupar pagina'.split(' ');

  test.each([
    ['telegran', 'telegram', 'a wrong letter'],
    ['telgram', 'telegram', 'a missing letter'],
    ['whatsap', 'whatsap', 'the beginning of a known word is no slip'],
    ['slak', 'slack', 'a missing letter in a short word'],
    ['montior', 'monitor', 'two letters swapped'],
    ['notificasao', 'notificacao', 'a letter that sounds the same'],
    ['notifikasao', 'notificacao', 'two slips in a long word'],
    ['telegram', 'telegram', 'a known word'],
  ])('%s → %s (%s)', (typed, meant) => {
    expect(correctWord(typed, vocabulary)).toBe(meant);
  });

  test.each([
    ['ligo', 'ligo', 'another form of a known verb'],
    ['agrupo', 'agrupo', 'another form of a known verb'],
    ['dns', 'dns', 'too short to tell'],
    ['x5000', 'x5000', 'a number'],
    ['paginas', 'paginas', 'a plural'],
    ['minecraft', null, 'nothing near'],
  ] as const)('%s is left alone: %s (%s)', (typed, read, _why) => {
    expect(correctWord(typed, vocabulary)).toBe(read);
  });

  test('distance counts a swap once and gives up at its limit', () => {
    expect([slips('abcd', 'abdc', 9), slips('abc', 'abc', 9), slips('abc', 'xyz', 2)]).toEqual([1, 0, 2]);
  });
});

test('a word like no other is not looked up: the index would answer by its first letter', () => {
  expect(readQuestion('zzzxqw', ['telegram'])).toEqual([
    { typed: 'zzzxqw', correctedTo: null, readings: [] },
  ]);
});

describe('a question is read by the words that tell something', () => {
  const telling = (typed: string) => readQuestion(typed, []).map((word) => word.typed);

  test.each([
    ['   ', []],
    ['Como faço para receber avisos no Telegram?', ['receber', 'avisos', 'telegram']],
    ['o que é', ['o', 'que', 'é']],
    ['e-mail, e-mail e SMTP', ['e-mail', 'smtp']],
    ['a b1 b2 b3 b4 b5 b6 b7 b8 b9', ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']],
  ])('"%s" → %j', (typed, words) => {
    expect(telling(typed)).toEqual(words);
  });

  test('everyday words count less than the word itself, in either number', () => {
    const [word] = readQuestion('zaps', []);
    expect(word?.readings).toContainEqual({ text: 'zaps', weight: 1 });
    expect(word?.readings).toContainEqual({ text: 'whatsapp', weight: 0.5 });
  });

  test('a word taken for a slip is looked up both ways, and the mended one counts more', () => {
    expect(readQuestion('telegran', ['telegram'])).toEqual([
      {
        typed: 'telegran',
        correctedTo: 'telegram',
        readings: [
          { text: 'telegran', weight: 0.6 },
          { text: 'telegram', weight: 0.85 },
        ],
      },
    ]);
  });
});

describe('what a page shows of a result', () => {
  test('marks become parts and entities become letters, never HTML', () => {
    expect(excerptParts('um <mark>bot</mark> &lt;script&gt; &amp;amp;')).toEqual([
      { text: 'um ', isMatch: false },
      { text: 'bot', isMatch: true },
      { text: ' <script> &amp;', isMatch: false },
    ]);
  });

  test.each([
    ['Crie o bot. No <mark>Telegram</mark>, abra', 'Crie o bot', 'No Telegram, abra'],
    ['Avisos no <mark>Telegram.</mark> Um a um', 'Avisos no Telegram', 'Um a um'],
    ['O que é um <mark>bot</mark>? É uma conta', 'O que é um bot?', 'É uma conta'],
    ['Canais. <mark>Bot</mark>', 'Bot', 'Canais. Bot'],
    ['<mark>Botão</mark> do painel', 'Bot', 'Botão do painel'],
  ])('of "%s" under "%s" it repeats no heading', (excerpt, heading, shown) => {
    const parts = afterHeading(excerptParts(excerpt), heading);
    expect(parts.map(({ text }) => text).join('')).toBe(shown);
  });

  test.each([
    ['/docs/quick-start.html', '/docs/quick-start'],
    ['/docs/quick-start.html#os-quatro-passos', '/docs/quick-start#os-quatro-passos'],
    ['/docs/quick-start', '/docs/quick-start'],
  ])('%s leads to %s', (written, shown) => {
    expect(resultUrl(written)).toBe(shown);
  });
});

describe('one question, all its readings, one list', () => {
  const hit = (id: string, score: number): PagefindHit => ({
    id,
    score,
    data: async () => ({
      url: `/docs/${id}`,
      excerpt: `<mark>${score}</mark>`,
      meta: { title: id, category: 'Notificações' },
      sub_results: [
        { title: id, url: `/docs/${id}`, excerpt: '' },
        { title: 'Passo', url: `/docs/${id}#passo`, excerpt: 'um passo' },
      ],
    }),
  });

  /** Finds what is listed, whatever the filters. */
  const indexOf = (found: Record<string, PagefindHit[]>, extra: Partial<DocsIndex> = {}): DocsIndex => ({
    pagefind: { search: async (query) => ({ results: found[query] ?? [] }) },
    vocabulary: [],
    popular: [],
    ...extra,
  });
  const urls = async (found: Record<string, PagefindHit[]>, query: string) =>
    (await createSearch(async () => indexOf(found))(query)).articles.map(({ url }) => url);

  test('an article found by two readings stands once, with its better score, the best first', async () => {
    const search = createSearch(async () =>
      indexOf({
        canal: [hit('telegram', 1), hit('email', 2)],
        canais: [hit('telegram', 3)],
      }),
    );
    expect((await search('canal')).articles).toEqual([
      {
        title: 'telegram',
        category: 'Notificações',
        url: '/docs/telegram',
        excerpt: [{ text: '3', isMatch: true }],
        sections: [
          { title: 'Passo', url: '/docs/telegram#passo', excerpt: [{ text: 'um passo', isMatch: false }] },
        ],
      },
      {
        title: 'email',
        category: 'Notificações',
        url: '/docs/email',
        excerpt: [{ text: '2', isMatch: true }],
        sections: [
          { title: 'Passo', url: '/docs/email#passo', excerpt: [{ text: 'um passo', isMatch: false }] },
        ],
      },
    ]);
  });

  test('no article needs to hold every word; one that holds more of them stands first', async () => {
    const found = { disco: [hit('scripts', 3), hit('jogos', 5)], cheio: [hit('scripts', 3)] };
    expect(await urls(found, 'disco cheio')).toEqual(['/docs/scripts', '/docs/jogos']);
  });

  test('the passage shown holds the whole question where the article does', async () => {
    const search = createSearch(async () =>
      indexOf({ chat: [hit('telegram', 1)], id: [hit('telegram', 2)], 'chat id': [hit('telegram', 9)] }),
    );
    expect((await search('chat id')).articles[0]?.excerpt).toEqual([{ text: '9', isMatch: true }]);
  });

  test('a mended question is told, a right one is not', async () => {
    const search = createSearch(async () =>
      indexOf({ telegram: [hit('telegram', 1)] }, { vocabulary: ['telegram'] }),
    );
    expect((await search('telegran')).readAs).toBe('telegram');
    expect((await search('telegram')).readAs).toBeNull();
  });

  test('filters go to the index with every reading', async () => {
    const asked: unknown[] = [];
    const pagefind: PagefindIndex = {
      search: async (_query, { filters }) => {
        asked.push(filters);
        return { results: [] };
      },
    };
    const search = createSearch(async () => ({ pagefind, vocabulary: [], popular: [] }));
    await search('canal', { nivel: 'basico' });
    expect(new Set(asked)).toEqual(new Set([{ nivel: 'basico' }]));
  });

  test('an empty question loads no index', async () => {
    const search = createSearch(() => Promise.reject(new Error('loaded')));
    expect((await search('  ')).articles).toEqual([]);
  });

  test('an index that failed to load is asked for again by the next question, and loaded once after that', async () => {
    let attempts = 0;
    const search = createSearch(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('offline');
      return indexOf({});
    });
    await expect(search('dns')).rejects.toThrow('offline');
    await expect(search('dns')).resolves.toMatchObject({ articles: [] });
    await expect(search('porta')).resolves.toMatchObject({ articles: [] });
    expect(attempts).toBe(2);
  });
});
