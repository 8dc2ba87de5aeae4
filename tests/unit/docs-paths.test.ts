/** Every file, function and command named in the project's documents exists, and every file named in a comment. */
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

/** True when the file declares the name, or has it as an object's member. */
function defines(text: string, name: string): boolean {
  const declared = `(?:function\\*?|const|class|interface|type) ${name}\\b`;
  return new RegExp(`${declared}|^ *(?:async )?${name}[(:]`, 'm').test(text);
}

/** Names of functions and fields in backticks: `noticeUntil`. */
const ownName = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const ofArgoCd = ['shouldBeDeleted', 'setApplicationHealth'];
const sources = globSync(
  '{src,functions,companion,dev,ops,deploy,content,tests}/**/*.{ts,tsx,mjs,astro,json,yaml}',
  {
    cwd: root,
  },
)
  .concat('wrangler.jsonc', 'package.json')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

test.each(documents)('%s names only existing things', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:|\/)([^)#]+)/g)].map((match) => match[1] ?? '');
  const missing = [
    ...quoted.filter((name) => ownName.test(name) && !ofArgoCd.includes(name) && !sources.includes(name)),
    ...quoted.filter((words) => ownPath.test(words) && !existsSync(join(root, words))),
    ...links.filter((link) => !existsSync(join(root, document, '..', link))),
    ...quoted.flatMap((words) => {
      const script = /^(?:\w+=\S+ )?npm run ([\w:]+)/.exec(words)?.[1];
      return script !== undefined && !(script in scripts) ? [words] : [];
    }),
    ...[...text.matchAll(fileAndNames)].flatMap(([, file = '', names = '']) => {
      const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
      return [...names.matchAll(/\w+/g)].flatMap(([name]) =>
        name === 'e' || defines(source, name) ? [] : [`${file}: ${name}`],
      );
    }),
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
