import { describe, expect, test } from 'vitest';
import { excerptParts, resultUrl } from '#domain/search/excerpt.ts';
import { expandQuery } from '#domain/search/expand-query.ts';
import { createSearch, type PagefindHit, type PagefindIndex } from '#features/search/search-articles.ts';

describe('what a reader may have meant', () => {
  test('nothing typed has no reading', () => {
    expect(expandQuery('   ')).toEqual([]);
  });

  test('the words as typed come first', () => {
    expect(expandQuery('  Notificações  Telegram ')[0]).toBe('notificações telegram');
  });

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
    expect(expandQuery(typed)).toContain(meant);
  });

  test('a short word keeps its ending', () => {
    expect(expandQuery('sao')).toEqual(['sao']);
  });

  test('a long question stays within twelve readings, those nearest to the words first', () => {
    const readings = expandQuery('configurações notificações manutenções integrações');
    expect(readings).toHaveLength(12);
    expect(readings[0]).toBe('configurações notificações manutenções integrações');
    expect(readings).toContain('configurações notificações manutenções integração');
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

  test('an article found by two readings stands once, with its better score, the best first', async () => {
    const found: Record<string, PagefindHit[]> = {
      canal: [hit('telegram', 1), hit('email', 2)],
      canais: [hit('telegram', 3)],
    };
    const search = createSearch(async () => ({ search: async (query) => ({ results: found[query] ?? [] }) }));
    expect(await search('canal')).toEqual([
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

  test('an empty question loads no index', async () => {
    const search = createSearch(() => Promise.reject(new Error('loaded')));
    expect(await search('  ')).toEqual([]);
  });

  test('an index that failed to load is asked for again by the next question, and loaded once after that', async () => {
    let attempts = 0;
    const index: PagefindIndex = { search: async () => ({ results: [] }) };
    const search = createSearch(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('offline');
      return index;
    });
    await expect(search('dns')).rejects.toThrow('offline');
    await expect(search('dns')).resolves.toEqual([]);
    await expect(search('porta')).resolves.toEqual([]);
    expect(attempts).toBe(2);
  });
});
