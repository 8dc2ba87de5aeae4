/** The tie between features and articles: which articles a changed feature names, and what an author is told. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readTies, stamped, type Tie, tieMistake } from '#dev/features/tie.ts';
import { constantIn, wordsOf } from '#dev/features/words-in.ts';
import { articleFeatures, featureMistakes, marksOf } from '../../src/build/article-features.ts';
import { articleFiles, type ContentFile, routeOf } from '../../src/build/content-files.ts';
import { markOf } from '../../src/build/content-hash.ts';
import type { FeatureId } from '../../src/schemas/docs.ts';

const article = (facts: string, body = 'Nada.', draft = false): string =>
  `---\nid: a\ndraft: ${draft}\nreviewed: 2026-11-20\n${facts}related: []\n---\n\n${body}\n`;
const marked = (text: string): string => article(`facts:\n  avisos: "${markOf(text)}"\n`);
const tie = (facts: string, read: string, ...sources: readonly string[]): Tie => ({
  id: 'avisos',
  facts,
  read,
  articles: sources.map((source, at): ContentFile => [`content/docs/a${at + 1}.mdx`, source]),
});

describe('a changed feature', () => {
  const [before, after] = ['Destinos: 10\nCódigo: 15 min\n', 'Destinos: 12\nCódigo: 15 min\n'];

  test('is told with the old and the new fact, and with each article that was read before', () => {
    const mistake = tieMistake(tie(after, before, marked(before), marked(after)));
    expect(mistake).toBe(
      [
        'Os fatos de “Avisos da Vigia” (avisos) mudaram:',
        '  − Destinos: 10',
        '  + Destinos: 12',
        'Leia o que estes artigos dizem disso, e corrija:',
        '  content/docs/a1.mdx',
        'Depois de lidos: npm run review:articles -- avisos',
        'Se a mudança não toca o que eles dizem: npm run review:articles -- avisos --only-marks',
      ].join('\n'),
    );
  });

  test('that no article speaks of only asks for its facts to be kept', () => {
    expect(tieMistake(tie(after, before))).toContain('Guarde os de hoje: npm run review:articles -- avisos');
  });

  test('is silent once all was read, and not before the facts are kept', () => {
    expect(tieMistake(tie(after, after, marked(after)))).toBeNull();
    expect(tieMistake(tie(after, before, marked(after)))).not.toBeNull();
  });

  test('a mark that somebody typed is named', () => {
    expect(tieMistake(tie(after, after, marked(before)))).toContain(
      `A marca de “Avisos da Vigia” (avisos) não é a dos fatos de hoje, ${markOf(after)}.`,
    );
  });
});

describe('an article that is stamped', () => {
  test('has the mark beside the others, and the day', () => {
    const source = stamped(article('facts:\n  planos: "aaaaaa"\n'), 'avisos', 'bbbbbb', '2026-11-29');
    expect(source).toBe(
      '---\nid: a\ndraft: false\nreviewed: 2026-11-29\nfacts:\n  avisos: "bbbbbb"\n  planos: "aaaaaa"\nrelated: []\n---\n\nNada.\n',
    );
    expect(stamped(source, 'avisos', 'cccccc', null)).toContain(
      'reviewed: 2026-11-29\nfacts:\n  avisos: "cccccc"\n  planos: "aaaaaa"\nrelated',
    );
  });

  test('gets a first mark, also with the empty field of the template or without a day', () => {
    for (const source of [article(''), article('facts: {}\n')])
      expect(marksOf(stamped(source, 'push', 'dddddd', null))).toEqual(new Map([['push', 'dddddd']]));
    expect(stamped('---\nid: a\n---\nx', 'push', 'dddddd', null)).toBe(
      '---\nid: a\nfacts:\n  push: "dddddd"\n---\nx',
    );
  });
});

describe('an article that speaks of a feature', () => {
  const mistakes = (source: string): string[] => featureMistakes([['content/docs/a.mdx', source]]);
  const body = 'O canal **Avisos da Vigia** já vem ligado.';

  test('needs its mark and a link', () => {
    expect(mistakes(article('', body))).toEqual([
      'content/docs/a.mdx:1: fala de “Avisos da Vigia” e não tem a marca dos fatos. Leia o artigo, e depois: npm run review:articles -- avisos',
      'content/docs/a.mdx:1: fala de “Avisos da Vigia” e não leva a /docs/avisos. Ponha um link.',
    ]);
    const linked = `${body} Veja [Alertas](/docs/alert-setup).`;
    expect(mistakes(article('facts:\n  avisos: "aaaaaa"\n', linked))).toEqual([]);
  });

  test('by its mark alone needs the link too', () => {
    expect(mistakes(article('facts:\n  avisos: "aaaaaa"\n'))).toEqual([
      'content/docs/a.mdx:5: fala de “Avisos da Vigia” e não leva a /docs/avisos. Ponha um link.',
    ]);
  });

  test('needs neither while it is a draft, nor when it is the main article', () => {
    expect(mistakes(article('', body, true))).toEqual([]);
    expect(featureMistakes([['content/docs/check-messages.mdx', article('', 'Nada.')]])).toEqual([
      expect.stringContaining('fala de “As mensagens de uma checagem” e não tem a marca dos fatos.'),
    ]);
  });
});

test('an article that a feature names is there', () => {
  const routes = new Set(articleFiles().map(([file]) => routeOf(file)));
  const named = Object.values(articleFeatures).flatMap(({ also = [] }) => also);
  expect(named.filter((route) => !routes.has(route))).toEqual([]);
});

describe('words for people', () => {
  test.each([
    [
      'a.tsx',
      '<p className="mt-2 text-ink">Nada é {x} <b title="Ver tudo">antes</b></p>',
      ['Nada é', 'Ver tudo', 'antes'],
    ],
    ['a.ts', "const link = 'font-semibold underline underline-offset-4'; const id = 'sem-canal';", []],
    [
      'a.ts',
      "import x from '#ui/Um botão.tsx'; throw new Error('Not for people'); if (a === 'Não é') b();",
      [],
    ],
    [
      'a.ts',
      'const say = (n) => `' + '$' + '{n} monitores`; const other = "caiu um";',
      ['… monitores', 'caiu um'],
    ],
    ['a.ts', "const labels = { 'Uma chave': 'Um rótulo' }; type T = 'Um tipo';", ['Um rótulo']],
    [
      'a.astro',
      '---\nconst x = "Fora";\n---\n<A title="Avisos" />\n<style>p { color: red }</style>',
      ['Avisos'],
    ],
  ])('%s: %s', (file, source, words) => {
    expect(wordsOf(file, source)).toEqual(words);
  });

  test('a constant that is gone is named', () => {
    expect(constantIn('companion/alert-maintenance.ts', 'REMINDERS')).toBe('[1440, 60, 15]');
    expect(() => constantIn('companion/alert-maintenance.ts', 'NADA')).toThrow(/has no constant NADA/);
  });
});

type Module = Readonly<Record<string, unknown>>;
/** A change of the product: a module that exports something else, and an article that has to be read again. */
interface Change {
  readonly feature: FeatureId;
  readonly module: string;
  readonly with: (actual: Module) => Module;
  readonly article: string;
  /** Features that have the same fact. */
  readonly others?: readonly FeatureId[];
}
const replaced =
  (name: string, change: (value: never) => unknown): Change['with'] =>
  (actual) => ({ ...actual, [name]: change(actual[name] as never) });

const changes: readonly Change[] = [
  {
    feature: 'avisos',
    module: '#domain/alerts/shares.ts',
    with: replaced('messageShare', () => () => 70),
    article: 'alert-setup',
  },
  {
    feature: 'importar',
    module: '#account/import/rules/table.ts',
    with: replaced('tableTemplate', ([head = [], ...rest]: string[][]) => [[...head, 'método'], ...rest]),
    article: 'importar/planilha',
  },
  {
    feature: 'limites',
    module: '#domain/limits/grace.ts',
    with: replaced('graceDays', (days: object) => ({ ...days, number: 15 })),
    article: 'account-setup',
  },
  {
    feature: 'planos',
    module: '#domain/plans/cycle-words.ts',
    with: replaced('cycleNames', (names: object) => ({ ...names, yearly: 'Doze meses' })),
    article: 'payments',
  },
  {
    feature: 'pessoas',
    module: '#domain/people/seats.ts',
    with: replaced('INVITATION_DAYS', () => 10),
    article: 'invite-people',
  },
  {
    feature: 'manutencao',
    module: '#account/alerts/recipient-words.ts',
    with: replaced('kindNames', (names: object) => ({ ...names, maintenance: 'Só no começo' })),
    article: 'maintenance/notifications',
    others: ['avisos'],
  },
  {
    feature: 'relatorios',
    module: '#domain/reports/level.ts',
    with: replaced('reportLevels', (levels: object) => ({ ...levels, free: 'basic' })),
    article: 'reports',
  },
  {
    feature: 'pagamentos',
    module: '#domain/billing/terms.ts',
    with: replaced('billingTerms', (terms: object) => ({ ...terms, refundBusinessDays: 9 })),
    article: 'payments',
  },
  {
    feature: 'exportar',
    module: '#domain/messages/take-environment.ts',
    with: replaced('movingOut', (said: object) => ({ ...said, new: 'O arquivo vem em partes.' })),
    article: 'levar-tudo',
  },
  {
    feature: 'conta',
    module: '#dev/features/words-in.ts',
    with: replaced('wordsIn', (read: (...files: string[]) => string[]) => (...files: string[]) => [
      ...read(...files),
      ...(files.includes('src/account/*.tsx') ? ['Um botão novo'] : []),
    ]),
    article: 'account-setup',
  },
];

describe('a change of the product', () => {
  beforeEach(() => vi.resetModules());

  test.each(changes)(
    'of $feature names $article, and no article of what is as before',
    async ({ feature, module, with: change, article: expected, others = [] }) => {
      // As they are when everything was read.
      const read = readTies().map(({ id, facts, articles }) => ({
        id,
        read: facts,
        articles: articles.map(
          ([file, source]): ContentFile => [file, stamped(source, id, markOf(facts), null)],
        ),
      }));
      vi.doMock(module, async (original) => change(await original<Module>()));
      try {
        const { factsOf } = await import('#dev/features/facts.ts');
        const ties = read.map((each): Tie => ({ ...each, facts: factsOf(each.id) }));
        const changed = ties.filter((each) => tieMistake(each) !== null);
        expect(changed.map(({ id }) => id)).toEqual([...others, feature]);
        expect(tieMistake(changed.at(-1) ?? tie('', ''))).toContain(`\n  content/docs/${expected}.mdx\n`);
      } finally {
        vi.doUnmock(module);
      }
    },
  );
});
