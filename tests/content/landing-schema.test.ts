import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FaqEntry } from '../../src/schemas/faq.ts';
import { createLandingSchema } from '../../src/schemas/landing.ts';

const schema = createLandingSchema(() => z.string('Escreva o caminho da imagem.'));
const why = {
  section: 'why',
  order: 6,
  anchor: 'por-que-escolher',
  menu: 'Por que a Vigia',
  title: 'Alguém precisa estar acordado',
  availability: {
    figure: '99,9%',
    href: '/disponibilidade',
    caption: 'da plataforma',
    minutesPerThousand: 1,
    explanation: 'De cada mil minutos, no máximo um.',
  },
  figures: [{ figure: '98%', caption: 'de satisfação' }],
  reasons: [{ title: 'Em português', text: 'Site e suporte.' }],
};
const question = { question: 'Existe um plano gratuito?', category: 'precos', order: 1 };

function mistakes(of: z.ZodMiniType, value: unknown): string[] {
  const read = of.safeParse(value);
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${path.join('.') || 'ficha'}: ${message}`);
}

test('a section shows unless its front matter hides it', () => {
  expect(schema.parse(why)).toMatchObject({ hidden: false });
  expect(schema.parse({ ...why, hidden: true })).toMatchObject({ hidden: true });
});

test.each([
  [{ order: 'seis' }, 'order: Escreva a posição como número inteiro, sem aspas.'],
  [{ order: undefined }, 'order: Falta este campo. Escreva a posição, como 3.'],
  [{ hidden: 'sim' }, 'hidden: Escreva true ou false, sem aspas.'],
  [{ anchor: '#Por quê' }, 'anchor: Use só letras minúsculas sem acento, números e hífens: "como-funciona".'],
  [{ title: undefined }, 'title: Falta este campo. Escreva o título da seção.'],
  [{ title: '  ' }, 'title: O campo está vazio. Escreva o título da seção.'],
  [{ menu: 'Por que escolher a Vigia' }, 'menu: O nome passa de 20 caracteres e não cabe no cabeçalho.'],
  [{ reasons: [] }, 'reasons: Escreva os motivos: de 1 a 6 itens.'],
  [{ reasons: 'muitos' }, 'reasons: Escreva os motivos, em lista.'],
  [{ figures: [{ figure: '98%' }] }, 'figures.0.caption: Falta este campo. Escreva a quem o número vale.'],
  [
    { titulo: 'x' },
    'ficha: Campo desconhecido: titulo. Os campos são section, order, hidden, anchor, menu, title, availability, figures, links, reasons, beginLabel.',
  ],
  [
    { section: 'precos' },
    'section: Use um destes em section: hero, plans, how-it-works, features, showcase, why, faq, closing.',
  ],
])('%o in a section is reported in Portuguese, with its field', (change, mistake) => {
  expect(mistakes(schema, { ...why, ...change })).toEqual([mistake]);
});

test('a section must keep its required texts', () => {
  const [mistake] = mistakes(schema, { section: 'hero', order: 1, anchor: 'top', hidden: true }).filter(
    (line) => line.startsWith('hidden'),
  );
  expect(mistake).toBe('hidden: A abertura não pode ser escondida: ela dá título e descrição à página.');
});

test('a screen without one of its pictures names it', () => {
  const slide = {
    name: 'Painel',
    text: 'Tudo.',
    alt: 'O painel.',
    light: 'a.png',
    dark: 'b.png',
    phoneLight: 'c.png',
  };
  const showcase = { section: 'showcase', order: 5, anchor: 'telas', title: 'O painel', slides: [slide] };
  expect(mistakes(schema, showcase)).toEqual(['slides.0.phoneDark: Escreva o caminho da imagem.']);
});

test('a question with category and place is valid', () => {
  expect(FaqEntry.parse(question)).toEqual({ ...question, hidden: false });
});

test.each([
  [{ category: 'preco' }, 'category: Use uma destas categorias: precos, recursos, migracao, suporte.'],
  [{ category: undefined }, 'category: Falta este campo. Escolha uma categoria.'],
  [{ question: 'Plano gratuito' }, 'question: A pergunta termina com um ponto de interrogação.'],
  [{ answer: 'Sim.' }, 'ficha: Campo desconhecido: answer. Os campos são question, category, order, hidden.'],
])('%o in a question is reported in Portuguese, with its field', (change, mistake) => {
  expect(mistakes(FaqEntry, { ...question, ...change })).toEqual([mistake]);
});
