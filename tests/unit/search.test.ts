import { describe, expect, test } from 'vitest';
import { correctWord, slips } from '#domain/search/correct-word.ts';
import { excerptOf } from '#domain/search/excerpt.ts';
import { nearnessTo } from '#domain/search/nearness.ts';
import { readQuestion } from '#domain/search/read-question.ts';
import { stemOf, tokensOf } from '#domain/search/tokens.ts';
import { wordForms } from '#domain/search/word-forms.ts';
import { afterHeading, articleText, type PagefindPage, resultUrl } from '#features/search/article-text.ts';
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

describe('a typo is read as the intended word', () => {
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

  test('distance counts a swap once and stops at its limit', () => {
    expect([slips('abcd', 'abdc', 9), slips('abc', 'abc', 9), slips('abc', 'xyz', 2)]).toEqual([1, 0, 2]);
  });
});

test('an unknown word is skipped: the index would match its first letter', () => {
  expect(readQuestion('zzzxqw', ['telegram'])).toEqual([
    { typed: 'zzzxqw', correctedTo: null, readings: [] },
  ]);
});

describe('only meaningful words of a question are searched', () => {
  const telling = (typed: string) => readQuestion(typed, []).map((word) => word.typed);

  test.each([
    ['   ', []],
    ['Como faço para receber avisos no Telegram?', ['receber', 'avisos', 'telegram']],
    ['o que é', []],
    ['a', []],
    ['99,9% e erro 403', ['99,9%', 'erro', '403']],
    ['e-mail, e-mail e SMTP', ['e-mail', 'smtp']],
    ['a b1 b2 b3 b4 b5 b6 b7 b8 b9', ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']],
  ])('"%s" → %j', (typed, words) => {
    expect(telling(typed)).toEqual(words);
  });

  test('synonyms count less than the word itself, singular and plural', () => {
    const [word] = readQuestion('zaps', []);
    expect(word?.readings).toContainEqual({ text: 'zaps', weight: 1 });
    expect(word?.readings).toContainEqual({ text: 'whatsapp', weight: 0.5 });
  });

  test('a supposed typo is searched both ways, the correction first', () => {
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

describe('questions and texts are split into the same words', () => {
  test.each([
    ['O teste responde 403, ou 404.', ['o', 'teste', 'responde', '403', 'ou', '404']],
    ['Palavra-Chave e chat_id', ['palavra-chave', 'e', 'chat_id']],
    ['99,9% de 1.440 min, às 14:48', ['99,9%', 'de', '1.440', 'min', 'as', '14:48']],
    ['Notificações!', ['notificacoes']],
  ])('%s', (text, words) => {
    expect(tokensOf(text).map(({ word }) => word)).toEqual(words);
  });

  test.each([
    ['cancelar', 'cancelamento'],
    ['ligar', 'ligue'],
    ['trocar', 'troque'],
    ['verificação', 'verificações'],
    ['avisado', 'avisos'],
  ])('%s and %s are forms of one word', (a, b) => {
    const [one, other] = tokensOf(`${a} ${b}`).map(({ word }) => stemOf(word));
    expect(one).toBe(other);
  });

  test.each([
    ['plano', 'plantao'],
    ['valor', 'valorant'],
  ])('%s and %s only start alike', (a, b) => {
    expect(stemOf(a)).not.toBe(stemOf(b));
  });
});

describe('how close a word is', () => {
  const near = (typed: string, text: string, isKnown = true): number => {
    const [word] = readQuestion(typed, []);
    const [token] = tokensOf(text);
    if (word === undefined || token === undefined) throw new Error('no word');
    return nearnessTo(word, isKnown)(token);
  };

  test('exact words rank before their forms, and forms before prefixes', () => {
    const order = [near('monitor', 'monitor'), near('monitor', 'monitorar'), near('moni', 'monitor', false)];
    expect(order).toEqual([...order].sort((a, b) => b - a));
    expect(new Set(order).size).toBe(3);
  });

  test.each([
    ['plano', 'plantão'],
    ['502', '50'],
    ['50', '502'],
    ['pix', 'pixels'],
  ])('%s is not %s', (typed, text) => {
    expect(near(typed, text)).toBe(0);
  });

  test('a part of a compound word is found', () => {
    expect(near('palavra', 'palavra-chave')).toBeGreaterThan(0.8);
  });
});

describe('what the page shows of a result', () => {
  const excerpt = (text: string, typed: string): string =>
    excerptOf(
      text,
      tokensOf(text),
      readQuestion(typed, []).map((word) => nearnessTo(word, true)),
    )
      .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
      .join('');

  test('found words are marked whole, and text is never HTML', () => {
    expect(excerpt('um bot <script> do bot', 'bot')).toBe('um [bot] <script> do [bot]');
  });

  test('a long text shows the passage with the most matches', () => {
    const text = `${'nada '.repeat(60)}o chat id do grupo${' nada'.repeat(60)}`;
    expect(excerpt(text, 'chat id')).toMatch(/^… .*\[chat\] \[id\] do grupo.* …$/);
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

  test.each([
    ['/docs/quick-start.html', '/docs/quick-start'],
    ['/docs/quick-start.html#os-quatro-passos', '/docs/quick-start#os-quatro-passos'],
    ['/docs/quick-start', '/docs/quick-start'],
  ])('%s leads to %s', (written, shown) => {
    expect(resultUrl(written)).toBe(shown);
  });
});

/** A page of the index: its first text, and a heading before each further text. */
const page = (id: string, beginning: string, sections: Record<string, string> = {}): PagefindPage => {
  let content = `${id}. ${beginning}`;
  const anchors = Object.entries(sections).map(([heading, text]) => {
    const location = content.split(/\s+/).length;
    content += ` ${heading}. ${text}`;
    return { element: 'h2', id: heading, text: heading, location };
  });
  return { url: `/docs/${id}.html`, content, meta: { title: id, category: 'Notificações' }, anchors };
};

test('an article is split at its headings', () => {
  const { sections } = articleText(page('telegram', 'um canal', { Passo: 'um passo', Fim: 'o fim' }));
  expect(sections.map(({ title, url, text }) => [title, url, text])).toEqual([
    ['telegram', '/docs/telegram', 'um canal'],
    ['Passo', '/docs/telegram#Passo', 'um passo'],
    ['Fim', '/docs/telegram#Fim', 'o fim'],
  ]);
});

describe('one question with all readings gives one list', () => {
  const hit = (of: PagefindPage, score = 1): PagefindHit => ({ id: of.url, score, data: async () => of });

  /** An index that finds these hits, whatever the filters. */
  const indexOf = (found: Record<string, PagefindHit[]>, extra: Partial<DocsIndex> = {}): DocsIndex => ({
    pagefind: { search: async (query) => ({ results: found[query] ?? [] }) },
    vocabulary: [],
    popular: [],
    ...extra,
  });
  const urls = async (found: Record<string, PagefindHit[]>, query: string) =>
    (await createSearch(async () => indexOf(found))(query)).articles.map(({ rows }) =>
      rows.map(({ url }) => url),
    );

  test('an article found twice is listed once, best section first', async () => {
    const telegram = page('telegram', 'um canal', { Outro: 'nada', 'Ligue os canais': 'cada canal' });
    expect(await urls({ canal: [hit(telegram)], canais: [hit(telegram, 3)] }, 'canal')).toEqual([
      ['/docs/telegram#Ligue os canais', '/docs/telegram'],
    ]);
  });

  test('an article may lack some words; more matches rank first', async () => {
    const scripts = page('scripts', 'avisa do disco cheio');
    const games = page('jogos', 'um disco e outro disco, mais um disco');
    const found = { disco: [hit(scripts, 3), hit(games, 5)], cheio: [hit(scripts, 3)] };
    expect(await urls(found, 'disco cheio')).toMatchObject([['/docs/scripts']]);
  });

  test('matches on a prefix only are left out', async () => {
    const pages = [hit(page('alertas', 'o plantão da noite'), 9), hit(page('conta', 'o plano maior'), 1)];
    expect(await urls({ plano: pages }, 'plano')).toEqual([['/docs/conta']]);
  });

  test('a corrected question is shown, a correct one is not', async () => {
    const search = createSearch(async () => indexOf({}, { vocabulary: ['telegram'] }));
    expect((await search('telegran')).readAs).toBe('telegram');
    expect((await search('telegram')).readAs).toBeNull();
  });

  test('filters are sent to the index with every reading', async () => {
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

  test('a failed index is requested again by the next question, then once', async () => {
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
