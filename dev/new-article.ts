/**
 * `npm run new:article -- <caminho> "<título>"`: creates a draft in `content/docs` from `_template.mdx`, with the
 * questions that the tests ask about a published article, to be filled in.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { categoryIds } from '../src/schemas/docs.ts';
import { projectRoot } from './project-root.ts';

const docs = join(projectRoot, 'content/docs');
const tests = join(projectRoot, 'tests/content');
/** Questions at the template's headings; as short as this, the tests of a published article refuse them. */
const ownQuestions = `${JSON.stringify(
  ['#os-passos', '#comece-com-um-verbo', '#confira-se-funcionou', '#problemas-comuns'].map((heading) => ({
    question: 'Como?',
    heading,
  })),
  null,
  2,
)}\n`;
const usage = 'Uso: npm run new:article -- notifications/teams "Avisar a equipe pelo Teams"';

await runCommand(async () => {
  const [slug, title] = process.argv.slice(2);
  if (!slug || !title) throw new CommandFailure(usage);
  if (!/^[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(slug)) {
    throw new CommandFailure(
      `O caminho usa letras minúsculas sem acento, números, hífen e barra; recebi "${slug}".\n${usage}`,
    );
  }
  const path = join(docs, `${slug}.mdx`);
  if (existsSync(path)) throw new CommandFailure(`content/docs/${slug}.mdx já existe.`);
  const template = readFileSync(join(docs, '_template.mdx'), 'utf8');
  // A replacer function, so that "$" in a title stays a "$".
  const [folder = ''] = slug.split('/');
  const category = categoryIds.find((id) => id === folder);
  const article = template
    .replace(/^category:.*$/m, (line) => (category === undefined ? line : `category: ${category}`))
    .replace(/^id:.*$/m, `id: ${slug.replaceAll('/', '-')}`)
    .replace(/^title:.*$/m, () => `title: ${JSON.stringify(title)}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, article, { flag: 'wx' });
  const questions = `${slug.replaceAll('/', '-')}.json`;
  writeFileSync(join(tests, 'questions', questions), ownQuestions, { flag: 'wx' });
  const searched = join(tests, 'search-questions.json');
  const entry = `  { "query": "", "articles": ["/docs/${slug}"] }`;
  writeFileSync(searched, readFileSync(searched, 'utf8').replace(/\n\]\s*$/, `,\n${entry}\n]\n`));
  console.log(
    `Criei content/docs/${slug}.mdx${category === undefined ? '; confira "category" na ficha' : ''}. Com "npm run dev", ele aparece em /docs/${slug} enquanto você escreve.
Antes de publicar, preencha as perguntas em tests/content/questions/${questions} e, no fim de tests/content/search-questions.json, o que alguém digitaria na busca.`,
  );
});
