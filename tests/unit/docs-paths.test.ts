/** Every file, function, table and command named in the project's documents exists, and every file named in a comment. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Paths of our own tree in backticks, except patterns and placeholders. */
const ownPath =
  /^(?:\.ci|companion|content|deploy|dev|docs|functions|ops|public|src|tests)\/[\w./[\]-]*$|^[\w.-]+\.(?:ts|mjs|jsonc?|toml)$/;

/** `functions/app.ts` (`createApp`): a file, and in brackets the names it defines. */
const fileAndNames = /`([\w./[\]-]+\.tsx?)` \(((?:`\w+`(?:, | e )?)+)\)/g;
/** `createApp` (`functions/app.ts`): the other way round. */
const nameAndFile = /`(\w+)` \(`([\w./[\]-]+\.tsx?)`/g;
/** (tabela `orders`) */
const tablesNamed = /\((?:tabelas?|visão|visões) ((?:`\w+`(?:, | e )?)+)/g;

/** True when the file declares the name, or has it as a member of an object or type; a call is neither. */
function defines(text: string, name: string): boolean {
  const declared = `(?:function\\*?|const|class|interface|type) ${name}\\b`;
  const member = `^ *(?:readonly |async )*${name}(?:\\??:(?: |$)|\\(.*\\)(?:: .*)? \\{$|,$)`;
  return new RegExp(`${declared}|${member}`, 'm').test(text);
}

/** What looks like a name of ours in backticks: `noticeUntil`, `ChangeReport`, `read_seq`. */
const ownName = /^(?:[A-Za-z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+)$/;
const ofOthers = new Set([
  ...['shouldBeDeleted', 'setApplicationHealth', 'ClusterExternalSecret', 'HttpOnly'],
  ...['pg_dump', 'pg_restore'],
]);
const sources = globSync(
  '{src,functions,companion,dev,ops,deploy,content,tests}/**/*.{ts,tsx,mjs,astro,json,yaml,sql}',
  {
    cwd: root,
  },
)
  .concat('wrangler.jsonc', 'package.json')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** `a`, `b` e `c` */
const namesIn = (list: string): string[] => [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
const readOrNone = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
const schema = readOrNone('functions/migrations/0001_schema.sql');
const tables = new Set([...schema.matchAll(/^CREATE (?:TABLE|VIEW) (\w+)/gm)].map(([, name]) => name));

test.each(documents)('%s names only existing things', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:|\/)([^)#]+)/g)].map((match) => match[1] ?? '');
  const missing = [
    ...quoted.filter((name) => ownName.test(name) && !ofOthers.has(name) && !sources.includes(name)),
    ...quoted.filter((words) => ownPath.test(words) && !existsSync(join(root, words))),
    ...links.filter((link) => !existsSync(join(root, document, '..', link))),
    ...quoted.flatMap((words) => {
      const script = /^(?:\w+=\S+ )?npm run ([\w:]+)/.exec(words)?.[1];
      return script !== undefined && !(script in scripts) ? [words] : [];
    }),
    ...[...text.matchAll(fileAndNames)].flatMap(([, file = '', names = '']) =>
      namesIn(names).flatMap((name) => (defines(readOrNone(file), name) ? [] : [`${file}: ${name}`])),
    ),
    ...[...text.matchAll(nameAndFile)].flatMap(([, name = '', file = '']) =>
      defines(readOrNone(file), name) ? [] : [`${file}: ${name}`],
    ),
    ...[...text.matchAll(tablesNamed)].flatMap(([, names = '']) =>
      namesIn(names).filter((name) => !tables.has(name)),
    ),
  ];
  expect(missing).toEqual([]);
});

/** Files as comments name them, from any folder on: `orders/store.ts`. */
const fileInComment = /(?<![\w*{}/.@-])\w[\w./-]*\.(?:tsx?|mjs|astro|css)\b/g;

test('comments name only existing files', () => {
  const files = globSync(
    ['{src,functions,companion,dev,ops,deploy,tests}/**/*.{ts,tsx,mjs,astro,css}', '*.{ts,mjs}'],
    {
      cwd: root,
    },
  );
  const known = `/${files.join('\n/')}\n`;
  const missing = files.flatMap((file) => {
    const comments =
      readFileSync(join(root, file), 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];
    const named = comments.flatMap((comment) => comment.match(fileInComment) ?? []);
    return named.flatMap((name) => (known.includes(`/${name}\n`) ? [] : [`${file}: ${name}`]));
  });
  expect(missing).toEqual([]);
});
