/**
 * Front matter of an article in content/docs.
 *
 * Owns: its fields and their error messages. Does not own: the rule that a related article exists
 * (build/content-mistakes.ts). Astro prints each message after the name of its field, so a message says what to write,
 * not where.
 */
import * as z from 'zod/mini';
import { strictFields } from './front-matter.ts';

/** The eight categories, in the order of the index. */
export const categoryIds = [
  'getting-started',
  'monitoring',
  'metrics-concepts',
  'notifications',
  'maintenance',
  'status-pages',
  'game-servers',
  'account',
] as const;
export type CategoryId = (typeof categoryIds)[number];

/** Features of the product that articles speak of; build/article-features.ts says by which words. */
export const featureIds = [
  'avisos',
  'primeiro-monitor',
  'importar',
  'exportar',
  'planos',
  'limites',
  'pessoas',
  'manutencao',
  'relatorios',
  'disponibilidade',
  'pagamentos',
  'conta',
  'atividade',
  'dados',
  'quedas',
  'paginas-de-status',
  'push',
  'mensagens',
  'suporte',
] as const;
export type FeatureId = (typeof featureIds)[number];

const markForm =
  'A marca tem seis letras e números, entre aspas: "6ba80c". Quem a escreve é npm run review:articles.';
const featureList = `As partes do produto são ${featureIds.join(', ')}.`;

/** The three levels (requirements 001 §3). */
export const difficulties = ['Básico', 'Intermediário', 'Avançado'] as const;

/** Special page layouts; the default is `article`. */
const articleFrames = ['article', 'metrics', 'game', 'types'] as const;

const popularPlace = 'Escreva a posição entre os seis populares, de 1 a 6.';

const missingOr = (missing: string, wrong: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.input === undefined ? `Falta este campo. ${missing}` : wrong),
});

const text = (what: string) => z.string(missingOr(`Escreva ${what}.`, `Escreva ${what}, como texto.`));

const kebab = (what: string) =>
  text(what).check(
    z.regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use só letras minúsculas sem acento, números e hífens: "first-monitor".',
    ),
  );

/** Unknown fields are usually typos, so the message lists the valid ones. */
function unknownField(known: readonly string[]) {
  return (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys'
      ? `Campo desconhecido: ${issue.keys.join(', ')}. Os campos são ${known.join(', ')}.`
      : undefined;
}

/**
 * Builds the schema of an article.
 *
 * @param articleReference Schema of an entry of `related`; the site passes Astro's `reference('docs')`, which only exists
 *   inside a build.
 */
export function createArticleSchema<Reference extends z.core.$ZodType>(articleReference: Reference) {
  const fields = {
    /** Id by which other parts of the site refer to the article; may differ from its route. */
    id: kebab('o identificador do artigo, como "first-monitor"'),
    title: text('o título do artigo').check(
      z.minLength(3, 'O título precisa de pelo menos 3 letras.'),
      z.maxLength(60, 'O título passa de 60 caracteres e seria cortado nos resultados de busca.'),
    ),
    /** Short name for menus. */
    label: text('um nome curto para os menus').check(
      z.minLength(2, 'O nome curto precisa de pelo menos 2 letras.'),
      z.maxLength(28, 'O nome curto passa de 28 caracteres e não cabe no menu.'),
    ),
    description: text('o que o leitor consegue fazer depois de ler').check(
      z.minLength(50, 'A descrição tem menos de 50 caracteres: diga o resultado para o leitor.'),
      z.maxLength(160, 'A descrição passa de 160 caracteres e seria cortada nos resultados de busca.'),
    ),
    category: z.enum(
      categoryIds,
      missingOr('Escolha uma categoria.', `Use uma destas categorias: ${categoryIds.join(', ')}.`),
    ),
    difficulty: z.enum(
      difficulties,
      missingOr('Escolha um nível.', `Use um destes níveis: ${difficulties.join(', ')}.`),
    ),
    /** Minutes to read and follow it, where the requirements give them; otherwise computed from steps and text. */
    minutes: z.optional(
      z
        .int('Escreva o tempo em minutos inteiros, sem aspas: 6.')
        .check(
          z.minimum(1, 'O tempo precisa ser de pelo menos 1 minuto.'),
          z.maximum(120, 'O tempo passa de 120 minutos: divida o artigo.'),
        ),
    ),
    tags: z
      .array(
        kebab('a etiqueta'),
        missingOr('Escreva de 1 a 6 etiquetas.', 'Escreva uma lista: [telegram, alertas].'),
      )
      .check(z.refine((tags) => tags.length >= 1 && tags.length <= 6, 'Use de 1 a 6 etiquetas.')),
    /** Position in the category. */
    order: z.int(
      missingOr(
        'Escreva a posição na categoria, como 1.',
        'Escreva a posição como número inteiro, sem aspas.',
      ),
    ),
    /** One of the six popular articles in the requirements: its position among them. */
    popular: z.optional(z.int(popularPlace).check(z.minimum(1, popularPlace), z.maximum(6, popularPlace))),
    /** An additional highlight of the index. */
    featured: z._default(z.boolean('Escreva true ou false.'), false),
    /** What a reader of the index wants to do; the name of a highlight there. */
    task: z.optional(
      text('o que o leitor quer fazer, como "Publicar uma página de status"').check(
        z.minLength(10, 'A tarefa tem menos de 10 letras: comece com um verbo.'),
        z.maxLength(40, 'A tarefa passa de 40 letras e não cabe em uma linha no celular.'),
      ),
    ),
    /** Layout of the page. */
    frame: z._default(
      z.enum(articleFrames, `Use uma destas formas: ${articleFrames.join(', ')}. Sem o campo, é article.`),
      'article',
    ),
    draft: z.boolean(
      missingOr('Escreva true enquanto o artigo não estiver pronto, depois false.', 'Escreva true ou false.'),
    ),
    /** Date on which a person last checked the article against the product. */
    reviewed: z.optional(z.date('Escreva a data da revisão sem aspas, como 2026-11-20.')),
    /** Marks of the facts that were read, by feature; written by `npm run review:articles`. */
    facts: z._default(
      z.partialRecord(z.enum(featureIds), z.string(markForm).check(z.regex(/^[0-9a-f]{6}$/, markForm)), {
        error: (issue: z.core.$ZodRawIssue) =>
          issue.code === 'unrecognized_keys'
            ? `Não há esta parte do produto: ${issue.keys.join(', ')}. ${featureList}`
            : `Escreva uma linha para cada parte do produto de que o artigo fala. ${featureList}`,
      }),
      {},
    ),
    /** Addresses that the article had before, without `/docs/`; each leads to the article (build/former-addresses.ts). */
    formerly: z._default(
      z.array(
        text('o endereço antigo, sem "/docs/"').check(
          z.regex(
            /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/,
            'Escreva o endereço antigo sem "/docs/", como "notifications/teams".',
          ),
        ),
        'Escreva uma lista de endereços antigos: [notifications/teams].',
      ),
      [],
    ),
    related: z._default(
      z.array(articleReference, 'Escreva uma lista de rotas: [first-monitor, notifications/telegram].'),
      [],
    ),
  };
  return z.strictObject(fields, { error: unknownField(Object.keys(fields)) }).check(
    z.refine((article) => article.draft || article.reviewed !== undefined, {
      path: ['reviewed'],
      error: 'Um artigo publicado precisa da data de revisão: reviewed: 2026-11-20.',
    }),
    z.refine(
      (article) => !(article.popular !== undefined || article.featured) || article.task !== undefined,
      {
        path: ['task'],
        error: 'Um artigo em destaque precisa da tarefa: task: Publicar uma página de status.',
      },
    ),
  );
}

/** One word of content/docs/_glossary.json. */
export const GlossaryEntry = strictFields({
  /** Anchor on /docs/glossary, and what <Term> names. */
  id: kebab('o identificador da palavra, como "cname"'),
  group: z.enum(['checks', 'addresses', 'messages'], 'Use um destes grupos: checks, addresses, messages.'),
  term: text('a palavra'),
  meaning: text('o que a palavra quer dizer, em uma ou duas frases').check(
    z.maxLength(220, 'A explicação passa de 220 letras e não cabe ao lado da palavra.'),
  ),
});

/** One entry of content/docs/_categories.json. */
export const CategorySchema = strictFields({
  id: z.enum(categoryIds, `Use uma destas categorias: ${categoryIds.join(', ')}.`),
  title: text('o nome da categoria'),
  description: text('uma frase sobre a categoria'),
});
