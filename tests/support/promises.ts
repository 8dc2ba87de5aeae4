/**
 * Selling sentences, and the rows of docs/promises.md that say where each one is fulfilled.
 *
 * Sentences are found, not listed: every feature, highlight and description in content/plans.json; every entry of the
 * landing page; every answer of the FAQ; every claim of the security page; every article that says which plan includes something, every component
 * that writes the catalogue's numbers into articles; and the time to an alert. A row names a sentence by its id and a mark of its text, so that a
 * changed sentence must be reviewed.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import plansJson from '#content/plans.json' with { type: 'json' };
import { projectRoot } from '#dev/project-root.ts';
import { alertNote } from '#domain/plans/alert-time.ts';
import { markOf } from '../../src/build/content-hash.ts';

export interface Sentence {
  readonly id: string;
  readonly text: string;
  /** The file to edit. */
  readonly file: string;
  /** Not on any page now; it keeps its row. */
  readonly isHidden: boolean;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const files = (pattern: string): string[] => globSync(pattern, { cwd: projectRoot }).toSorted();

function splitFile(path: string): { readonly fields: Record<string, unknown>; readonly body: string } {
  const [, front = '', ...rest] = read(path).split(/^---$/m);
  return { fields: parse(front) as Record<string, unknown>, body: rest.join('---').trim() };
}

/** Fields about the place of a text, not about what it says; pictures too. */
const unread: ReadonlySet<string> = new Set([
  'section',
  'order',
  'hidden',
  'anchor',
  'menu',
  'href',
  'moreHref',
  'picture',
  'light',
  'dark',
  'phoneLight',
  'phoneDark',
]);

/** All text that a reader sees of a value, nested values included. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([key]) => !unread.has(key))
        .map(([, inner]) => textOf(inner))
        .join(' ')
    : String(value);

const planSentences = (): Sentence[] =>
  plansJson.plans
    .flatMap(({ id, description, features, highlights }) =>
      [description, ...features, ...highlights].map((text) => ({
        id: `plano ${id}: ${text}`,
        text,
        file: 'content/plans.json',
        isHidden: false,
      })),
    )
    .concat(
      Object.entries(plansJson.sold).flatMap(([sentence, entry]) =>
        'means' in entry
          ? [
              {
                id: `o que quer dizer: ${sentence}`,
                text: entry.means,
                file: 'content/plans.json',
                isHidden: false,
              },
            ]
          : [],
      ),
    );

/** Each list item is an entry, and so is the rest of the file. */
const landingSentences = (): Sentence[] =>
  files('content/landing/*.mdx').flatMap((path) => {
    const { fields, body } = splitFile(path);
    const name = `landing/${basename(path, '.mdx')}`;
    const lists = Object.entries(fields).filter(
      ([, value]) => Array.isArray(value) && typeof value[0] === 'object',
    );
    const rest = Object.entries(fields).filter(([key]) => !lists.some(([list]) => list === key));
    const place = { file: path, isHidden: fields['hidden'] === true };
    return [
      { ...place, id: name, text: `${textOf(Object.fromEntries(rest))} ${body}` },
      ...lists.flatMap(([list, items]) =>
        (items as unknown[]).map((item, index) => ({
          ...place,
          id: `${name}/${list}/${index + 1}`,
          text: textOf(item),
        })),
      ),
    ];
  });

const faqSentences = (): Sentence[] =>
  files('content/faq/*.mdx').map((path) => {
    const { fields, body } = splitFile(path);
    return {
      id: `faq/${basename(path, '.mdx')}`,
      text: `${String(fields['question'])} ${body}`,
      file: path,
      isHidden: fields['hidden'] === true,
    };
  });

const names = plansJson.plans.map(({ name }) => name).join('|');
/** A line that says which plan includes something. */
const gating = new RegExp(`<PlanGate |\\bplano (${names}|maior|gratuito|pago)\\b`, 'i');
/** Components that write numbers or names of plans. */
const planComponents = /<(PlanNote|PlanTable|PlanLimits|SupportTimesList)\b/g;

function articleSentences(): Sentence[] {
  const found = files('content/docs/**/*.mdx').filter((path) => !basename(path).startsWith('_'));
  const gated = found.flatMap((path) => {
    const lines = splitFile(path)
      .body.split('\n')
      .filter((line) => gating.test(line));
    const id = `artigo ${path.replace(/^content\/docs\/|\.mdx$/g, '')}`;
    return lines.length === 0 ? [] : [{ id, text: lines.join('\n'), file: path, isHidden: false }];
  });
  const used = [...found, ...files('content/{legal,faq}/*.mdx')].flatMap((path) =>
    [...read(path).matchAll(planComponents)].map(([, component = '']) => component),
  );
  return [
    ...gated,
    ...[...new Set(used)].map((name) => ({
      id: `componente ${name}`,
      text: name,
      file: 'src/docs/blocks',
      isHidden: false,
    })),
  ];
}

/** Each item of the page is a claim, named by its words in bold. */
const securityClaims = (): Sentence[] =>
  [...read(SECURITY).matchAll(/^- \*\*(.+?)\*\* .+$/gm)].map(([text, claim = '']) => ({
    id: `segurança: ${claim}`,
    text,
    file: SECURITY,
    isHidden: false,
  }));
const SECURITY = 'content/legal/seguranca.mdx';

/** What stands beside an interval wherever one is sold. */
const alertSentences = (): Sentence[] => [
  { id: 'aviso: Avisa em até', text: alertNote, file: 'src/domain/plans/alert-time.ts', isHidden: false },
];

/** Every sentence that sells. */
export const sellingSentences = (): Sentence[] => [
  ...planSentences(),
  ...alertSentences(),
  ...landingSentences(),
  ...faqSentences(),
  ...securityClaims(),
  ...articleSentences(),
];

/**
 * What is wrong between the sentences and the rows, for whoever edits the texts: the file, and what to write in
 * docs/promises.md.
 */
export function promiseMistakes(sentences: readonly Sentence[], rows: readonly PromiseRow[]): string[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const changed = sentences
    .filter(({ id, text, isHidden }) => !isHidden && rowOf.get(id)?.mark !== markOf(text))
    .map(({ id, text, file }) => {
      const row = rowOf.get(id);
      const said = `${file}: “${text.replace(/\s+/g, ' ').slice(0, 80)}”`;
      return row === undefined
        ? `${said} é uma frase nova. Acrescente em docs/promises.md a linha dela, com o código que a cumpre e o teste que prova (peça a quem programa; o que gente cumpre começa com **Pessoas**):\n  | \`${id}\` \`${markOf(text)}\` | … | … |`
        : `${said} mudou. Leia a linha \`${id}\` de docs/promises.md: se ela ainda é cumprida, troque a marca \`${row.mark}\` por \`${markOf(text)}\`.`;
    });
  const known = new Set(sentences.map(({ id }) => id));
  const left = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `A frase \`${id}\` não existe mais: tire a linha dela de docs/promises.md.`);
  return [...changed, ...left];
}

/** A row of the table. */
export interface PromiseRow {
  readonly id: string;
  readonly mark: string;
  readonly where: string;
  readonly test: string;
}

/** The rows of docs/promises.md. */
export const readPromises = (markdown: string): PromiseRow[] =>
  [...markdown.matchAll(/^\| `([^`]+)` `([0-9a-f]{6})` \| (.*?) \| (.*?) \|$/gm)].map(
    ([, id = '', mark = '', where = '', test = '']) => ({ id, mark, where, test }),
  );

/** True for what people deliver, which has no code. */
const byPeople = (row: PromiseRow): boolean => row.where.startsWith('**Pessoas**');

/** Missing things in a row: paths, tests, or empty cells. */
export function missingIn(row: PromiseRow): string[] {
  const paths = [...row.where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  const tests = [...row.test.matchAll(/`([^`]+)`: “([^”]+)”/g)];
  return [
    ...(paths.length === 0 ? ['nenhum caminho diz onde se cumpre'] : []),
    ...paths
      .filter((path) => !existsSync(join(projectRoot, path)))
      .map((path) => `o caminho ${path} não existe`),
    ...(tests.length === 0 && !byPeople(row) ? ['nenhum teste'] : []),
    ...tests.flatMap(([, path = '', name = '']) =>
      existsSync(join(projectRoot, path)) && read(path).includes(name)
        ? []
        : [`o teste ${path}: “${name}” não existe`],
    ),
  ];
}
