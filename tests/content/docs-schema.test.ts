import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createArticleSchema, featureIds } from '../../src/schemas/docs.ts';

const schema = createArticleSchema(z.string());
const article = {
  id: 'telegram',
  title: 'Receber alertas no Telegram',
  label: 'Telegram',
  description: 'O seu grupo do Telegram recebe uma mensagem quando um monitor cai e outra quando volta.',
  category: 'notifications',
  difficulty: 'Básico',
  minutes: 6,
  tags: ['telegram'],
  order: 2,
  draft: false,
  reviewed: new Date('2026-11-20'),
  related: ['first-monitor'],
};

function mistakes(change: Record<string, unknown>): readonly string[] {
  const read = schema.safeParse({ ...article, ...change });
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${path.join('.') || 'artigo'}: ${message}`);
}

test('a complete article is valid, and optional fields have defaults', () => {
  const { related: _related, ...short } = article;
  expect(schema.parse(short)).toEqual({
    ...short,
    facts: {},
    formerly: [],
    related: [],
    frame: 'article',
    featured: false,
  });
});

test.each([
  [{ title: undefined }, 'title: Falta este campo. Escreva o título do artigo.'],
  [
    { title: 'a'.repeat(61) },
    'title: O título passa de 60 caracteres e seria cortado nos resultados de busca.',
  ],
  [
    { formerly: ['/docs/telegram'] },
    'formerly.0: Escreva o endereço antigo sem "/docs/", como "notifications/teams".',
  ],
  ...[123456, 'lido'].map((mark): [Record<string, unknown>, string] => [
    { facts: { avisos: mark } },
    'facts.avisos: A marca tem seis letras e números, entre aspas: "6ba80c". Quem a escreve é npm run review:articles.',
  ]),
  [
    { facts: { alertas: '6ba80c' } },
    `facts: Não há esta parte do produto: alertas. As partes do produto são ${featureIds.join(', ')}.`,
  ],
  [
    { facts: 'avisos' },
    `facts: Escreva uma linha para cada parte do produto de que o artigo fala. As partes do produto são ${featureIds.join(', ')}.`,
  ],
  [{ label: 'a'.repeat(29) }, 'label: O nome curto passa de 28 caracteres e não cabe no menu.'],
  [
    { description: 'curta' },
    'description: A descrição tem menos de 50 caracteres: diga o resultado para o leitor.',
  ],
  [{ popular: true }, 'popular: Escreva a posição entre os seis populares, de 1 a 6.'],
  [{ featured: true }, 'task: Um artigo em destaque precisa da tarefa: task: Publicar uma página de status.'],
  [
    { task: 'Receber os avisos de todos os monitores no celular' },
    'task: A tarefa passa de 40 letras e não cabe em uma linha no celular.',
  ],
  [{ difficulty: 'Facil' }, 'difficulty: Use um destes níveis: Básico, Intermediário, Avançado.'],
  [{ minutes: '6 min' }, 'minutes: Escreva o tempo em minutos inteiros, sem aspas: 6.'],
  [{ minutes: 0 }, 'minutes: O tempo precisa ser de pelo menos 1 minuto.'],
  [{ tags: [] }, 'tags: Use de 1 a 6 etiquetas.'],
  [
    { tags: ['Página de status'] },
    'tags.0: Use só letras minúsculas sem acento, números e hífens: "first-monitor".',
  ],
  [{ tags: 'telegram' }, 'tags: Escreva uma lista: [telegram, alertas].'],
  [{ draft: 'sim' }, 'draft: Escreva true ou false.'],
  [
    { draft: undefined },
    'draft: Falta este campo. Escreva true enquanto o artigo não estiver pronto, depois false.',
  ],
  [{ reviewed: '20/11/2026' }, 'reviewed: Escreva a data da revisão sem aspas, como 2026-11-20.'],
  [
    { reviewed: undefined },
    'reviewed: Um artigo publicado precisa da data de revisão: reviewed: 2026-11-20.',
  ],
  [
    { related: 'first-monitor' },
    'related: Escreva uma lista de rotas: [first-monitor, notifications/telegram].',
  ],
])('%o is reported in Portuguese, with its field', (change, mistake) => {
  expect(mistakes(change)).toEqual([mistake]);
});

test('an unknown category lists the eight existing ones', () => {
  expect(mistakes({ category: 'alertas' })).toEqual([
    'category: Use uma destas categorias: getting-started, monitoring, metrics-concepts, notifications, maintenance, status-pages, game-servers, account.',
  ]);
});

test('a misspelt field lists the existing ones', () => {
  const [mistake] = mistakes({ titulo: 'x' });
  expect(mistake).toMatch(/^artigo: Campo desconhecido: titulo\. Os campos são id, title, label, /);
});

test('a draft needs no review day', () => {
  expect(mistakes({ draft: true, reviewed: undefined })).toEqual([]);
});
