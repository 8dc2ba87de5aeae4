import { describe, expect, test } from 'vitest';
import { openIndex } from '#docs/search/docs-index.ts';
import { correctWord, slips } from '#docs/search/rules/correct-word.ts';
import { excerptOf } from '#docs/search/rules/excerpt.ts';
import { packWords, type WrittenArticle } from '#docs/search/rules/index-file.ts';
import { nearnessTo } from '#docs/search/rules/nearness.ts';
import { type QuestionWord, readQuestion, withCorrection } from '#docs/search/rules/read-question.ts';
import { vocabularyOf } from '#docs/search/rules/vocabulary.ts';
import { createSearch } from '#docs/search/search-articles.ts';
import { stemOf, tokensOf } from '#domain/text/tokens.ts';
import { wordForms } from '#domain/text/word-forms.ts';

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
  const vocabulary = vocabularyOf(
    'telegram notificacao monitor alerta whatsapp slack ligue agrupar pagina cancele'.split(' '),
  );

  test.each([
    ['telegran', 'telegram', 'a wrong letter'],
    ['telgram', 'telegram', 'a missing letter'],
    ['whatsap', 'whatsap', 'the prefix of a known word'],
    ['slak', 'slack', 'a missing letter in a short word'],
    ['montior', 'monitor', 'two letters swapped'],
    ['dupliacr', 'duplicar', 'two letters of a word of readers swapped'],
    ['cacnelamento', 'cancelamento', 'two letters swapped in a form of a known word'],
    ['notificasao', 'notificacao', 'a letter that sounds the same'],
    ['notifikasao', 'notificacao', 'two typos in a long word'],
    ['telegram', 'telegram', 'a known word'],
  ])('%s → %s (%s)', (typed, meant) => {
    expect(correctWord(typed, vocabulary)).toBe(meant);
  });

  test.each([
    ['ligo', 'ligo', 'another form of a known verb'],
    ['agrupo', 'agrupo', 'another form of a known verb'],
    ['dns', 'dns', 'too short to correct'],
    ['x5000', 'x5000', 'a number'],
    ['paginas', 'paginas', 'a plural'],
    ['minecraft', null, 'nothing near'],
  ] as const)('%s is left alone: %s (%s)', (typed, read, _why) => {
    expect(correctWord(typed, vocabulary)).toBe(read);
  });

  test('of two words as near, the one that is not shorter is meant', () => {
    expect(correctWord('slak', vocabularyOf(['sla', 'slack']))).toBe('slack');
  });

  test('distance counts a swap once and stops at its limit', () => {
    expect([slips('abcd', 'abdc', 9), slips('abc', 'abc', 9), slips('abc', 'xyz', 2)]).toEqual([1, 0, 2]);
  });
});

test('an unknown word is skipped: the index would match its first letter', () => {
  expect(readQuestion('zzzxqw', vocabularyOf(['telegram']))).toEqual([
    { typed: 'zzzxqw', correction: null, readings: [] },
  ]);
});

describe('only meaningful words of a question are searched', () => {
  const meaningful = (typed: string) => readQuestion(typed, vocabularyOf([])).map((word) => word.typed);

  test.each([
    ['   ', []],
    ['Como faço para receber avisos no Telegram?', ['receber', 'avisos', 'telegram']],
    ['o que é', []],
    ['a', []],
    ['99,9% e erro 403', ['99,9%', 'erro', '403']],
    ['e-mail, e-mail e SMTP', ['e-mail', 'smtp']],
    ['a b1 b2 b3 b4 b5 b6 b7 b8 b9', ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8']],
  ])('"%s" → %j', (typed, words) => {
    expect(meaningful(typed)).toEqual(words);
  });

  test('synonyms count less than the word itself, singular and plural', () => {
    const [word] = readQuestion('zaps', vocabularyOf([]));
    expect(word?.readings).toContainEqual({ text: 'zaps', weight: 1 });
    expect(word?.readings).toContainEqual({ text: 'whatsapp', weight: 0.5 });
  });

  test('a word that only readers use stands for its meaning', () => {
    const [word] = readQuestion('reembolso', vocabularyOf(['desistir']));
    expect(word?.readings).toContainEqual({ text: 'desistir', weight: 0.85 });
  });

  test('another form of a listed verb means the same, a shorter word does not', () => {
    const texts = (typed: string) =>
      readQuestion(typed, vocabularyOf([]))[0]?.readings.map(({ text }) => text);
    expect(texts('recebi')).toContain('chegar');
    expect(texts('paras')).not.toContain('desligar');
  });

  test('a supposed typo keeps its own reading, with the correction beside it', () => {
    const [word] = readQuestion('telegran', vocabularyOf(['telegram']));
    expect(word).toEqual({
      typed: 'telegran',
      correction: 'telegram',
      readings: [{ text: 'telegran', weight: 0.6 }],
    });
    expect(withCorrection(word as QuestionWord).readings).toEqual([
      { text: 'telegran', weight: 0.6 },
      { text: 'telegram', weight: 0.85 },
    ]);
  });

  test.each([
    ['uptime robot', 'uptimerobot'],
    ['cs go', 'counter-strike'],
    ['duas etapas', 'fatores'],
  ])('"%s" is read as one: %s', (typed, meant) => {
    for (const { readings } of readQuestion(typed, vocabularyOf(['uptimerobot', 'fatores'])))
      expect(readings.map(({ text }) => text)).toContain(meant);
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

test.each([
  ['UptimeRobot', ['uptime', 'robot']],
  ['Counter-Strike', ['counter', 'strike', 'counterstrike']],
  ['chat_id', ['chat', 'id']],
  ['99,9%', ['99,9']],
  ['URL', []],
])('the parts of %s are %j', (written, parts) => {
  expect(tokensOf(written)[0]?.parts).toEqual(parts);
});

describe('how close a word is', () => {
  const near = (typed: string, text: string, isKnown = true): number => {
    const [word] = readQuestion(typed, vocabularyOf([]));
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
      readQuestion(typed, vocabularyOf([])).map((word) => nearnessTo(word, true)),
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
});

/** An article's file: its first text, and a heading before each further text. */
const article = (id: string, beginning: string, sections: Record<string, string> = {}): WrittenArticle => ({
  title: id,
  label: id,
  category: 'Notificações',
  url: `/docs/${id}`,
  tags: '',
  sections: [
    { id: '', title: id, partOf: '', text: beginning },
    ...Object.entries(sections).map(([title, text]) => ({ id: title, title, partOf: '', text })),
  ],
});

/** What Pagefind answers: by word, the articles and their scores. */
type Answers = Readonly<Record<string, readonly (readonly [article: WrittenArticle, score: number])[]>>;

/** Words that are near others and mean what they say. */
const PORTUGUESE = 'cozinha robots';

/** An index as the build writes it; each article has its own category. */
function indexOf(answers: Answers) {
  const articles = [...new Set(Object.values(answers).flatMap((hits) => hits.map(([one]) => one)))];
  const words = Object.entries(answers).map(([word, hits]) => ({
    word,
    hits: hits.map(([one, score]) => ({ page: articles.indexOf(one), score })),
  }));
  const pages = articles.map(({ title }) => ({ file: `${title}.json`, filters: { categoria: title } }));
  const asked: string[] = [];
  const index = openIndex(
    { pages, words: packWords(words), portuguese: 'words.json', popular: [] },
    {
      text: async (file) => {
        asked.push(file);
        const found = articles.find(({ title }) => file === `${title}.json`);
        if (found === undefined) throw new Error(`no ${file}`);
        return found;
      },
      words: async () => PORTUGUESE,
    },
  );
  return { index, asked };
}

describe('one question with all readings gives one list', () => {
  const urls = async (answers: Answers, query: string, filters = {}) =>
    (await createSearch(async () => indexOf(answers).index)(query, filters)).articles.map(({ rows }) =>
      rows.map(({ url }) => url),
    );

  test('an article found twice is listed once, best section first', async () => {
    const telegram = article('telegram', 'um canal', { Outro: 'nada', 'Ligue os canais': 'cada canal' });
    expect(await urls({ canais: [[telegram, 3]], canal: [[telegram, 1]] }, 'canal')).toEqual([
      ['/docs/telegram#Ligue os canais', '/docs/telegram'],
    ]);
  });

  test('an article may lack some words; more matches rank first', async () => {
    const scripts = article('scripts', 'avisa do disco cheio');
    const games = article('jogos', 'um disco e outro disco, mais um disco');
    const answers: Answers = {
      cheio: [[scripts, 3]],
      disco: [
        [scripts, 3],
        [games, 5],
      ],
    };
    expect(await urls(answers, 'disco cheio')).toMatchObject([['/docs/scripts']]);
  });

  test('matches on a prefix only are left out', async () => {
    const found = [
      [article('alertas', 'o plantão da noite'), 9],
      [article('conta', 'o plano maior'), 1],
    ] as const;
    expect(await urls({ plano: found }, 'plano')).toEqual([['/docs/conta']]);
  });

  test('an unwritten form of a word finds the others, a prefix its words', async () => {
    const found = [[article('canais', 'um canal e outro'), 1]] as const;
    expect(await urls({ canal: found }, 'canais')).toHaveLength(1);
    expect(await urls({ canal: found }, 'cana')).toHaveLength(1);
    expect(await urls({ canal: found }, 'canivete')).toEqual([]);
  });

  const searchOf = (answers: Answers) => createSearch(async () => indexOf(answers).index);
  const telegram = article('telegram', 'telegram e o seu canal');

  test('a correction that fits the rest is found with it; a right word has none', async () => {
    const search = searchOf({ telegram: [[telegram, 1]], canal: [[telegram, 1]] });
    const { articles, correction, unknown } = await search('canal telegran');
    expect(articles).toHaveLength(1);
    expect(correction).toEqual({ query: 'canal telegram', isShown: true, isTypedFound: true });
    expect(unknown).toEqual(['telegran']);
    expect(await search('telegram')).toMatchObject({ correction: null, unknown: [] });
  });

  test('a correction that no article has with the rest is only offered', async () => {
    const search = searchOf({
      importar: [[article('importar', 'importar monitores'), 3]],
      robos: [[article('firewall', 'robos demais'), 1]],
    });
    const { articles, correction } = await search('importar robot');
    expect(articles.map(({ url }) => url)).toEqual(['/docs/importar']);
    expect(correction).toEqual({ query: 'importar robos', isShown: false, isTypedFound: true });
  });

  test('a Portuguese word is never corrected', async () => {
    const search = searchOf({ sozinha: [[article('a', 'sozinha'), 1]], robos: [[article('b', 'robos'), 1]] });
    expect(await search('cozinha')).toMatchObject({ correction: null, articles: [] });
    expect(await search('robots')).toMatchObject({ correction: null });
  });

  test('as typed, nothing is corrected', async () => {
    const search = searchOf({ telegram: [[telegram, 1]], canal: [[telegram, 1]] });
    const { articles } = await search('canal telegran', {}, true);
    expect(articles[0]?.rows[0]?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      'canal',
    ]);
  });

  test('the words of a question may stand in two sections', async () => {
    const alerts = article('avisos', '', { 'Não chegam': 'o aviso não chega', 'A queda': 'o site caiu' });
    const words = article('numeros', '', { Avisos: 'aviso' });
    const answers: Answers = {
      aviso: [
        [alerts, 1],
        [words, 1],
      ],
      caiu: [[alerts, 1]],
    };
    expect((await urls(answers, 'aviso caiu'))[0]?.[0]).toContain('/docs/avisos');
  });

  test('a word of code weighs less than one of prose', async () => {
    const code = article('codigo', '', { Exemplo: 'cs cs cs cs' });
    const prose = article('jogos', '', { Exemplo: 'o cs' });
    const aside: WrittenArticle = {
      ...code,
      sections: [{ id: 'e', title: 'Exemplo', partOf: '', text: 'cs cs cs cs', asides: [[0, 11]] }],
    };
    const answers: Answers = {
      cs: [
        [aside, 1],
        [prose, 1],
      ],
    };
    expect((await urls(answers, 'cs'))[0]?.[0]).toContain('/docs/jogos');
  });

  test('every filter narrows the answer', async () => {
    const answers: Answers = {
      canal: [
        [article('telegram', 'um canal'), 2],
        [article('slack', 'um canal'), 1],
      ],
    };
    expect(await urls(answers, 'canal', { categoria: 'slack' })).toEqual([['/docs/slack']]);
    expect(await urls(answers, 'canal', { categoria: 'slack', nivel: 'basico' })).toEqual([]);
  });

  test('only the texts a question leads to are fetched, each once', async () => {
    const { index, asked } = indexOf({
      canal: [[article('telegram', 'um canal'), 2]],
      disco: [[article('scripts', 'o disco'), 1]],
    });
    const search = createSearch(async () => index);
    await Promise.all([search('canal'), search('canal')]);
    await search('um canal');
    expect(asked).toEqual(['telegram.json']);
  });

  test('a text that failed to load is requested again by the next question', async () => {
    const words = packWords([{ word: 'canal', hits: [{ page: 0, score: 1 }] }]);
    const file = { pages: [{ file: 'a.json', filters: {} }], words, portuguese: '', popular: [] };
    let isOnline = false;
    const search = createSearch(async () =>
      openIndex(file, {
        text: async () => {
          if (!isOnline) throw new Error('offline');
          return article('telegram', 'um canal');
        },
        words: async () => '',
      }),
    );
    await expect(search('canal')).rejects.toThrow('offline');
    isOnline = true;
    expect((await search('canal')).articles).toHaveLength(1);
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
      return indexOf({}).index;
    });
    await expect(search('dns')).rejects.toThrow('offline');
    await expect(search('dns')).resolves.toMatchObject({ articles: [] });
    await expect(search('porta')).resolves.toMatchObject({ articles: [] });
    expect(attempts).toBe(2);
  });
});
