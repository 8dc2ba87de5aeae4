/** Who imports what: every import in our own files, read from their text and resolved to a path or a package. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';

/** One import, of values or of types. */
export interface Import {
  /** The importing file, from the project's root: `src/checkout/payment/cep.ts`. */
  readonly from: string;
  /** What is imported: a path in the same form, or a package as it is written: `zod/mini`, `node:fs`. */
  readonly to: string;
  readonly names: readonly string[];
}

const { imports: aliases } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  imports: Readonly<Record<string, string>>;
};
/** `#ui/` and where it leads: `src/ui/`. */
const folders = Object.entries(aliases).map(
  ([alias, folder]) => [alias.slice(0, -1), folder.slice(2, -1)] as const,
);

function resolved(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  const [alias, folder] = folders.find(([start]) => path.startsWith(start)) ?? ['', ''];
  return folder + path.slice(alias.length);
}

/** `import … from`, `export … from` and `import '…'` at the start of a line; `import('…')` anywhere. */
const statement =
  /^[ \t]*(?:import|export)\s(?:([^;'"`]*?)\sfrom\s*)?(['"])([^'"\n]+)\2|\bimport\(\s*(['"])([^'"\n]+)\4/gm;

/** The imports in the text of one file. */
export const importsIn = (from: string, text: string): readonly Import[] =>
  [...text.matchAll(statement)].map(([, names = '', , named, , called]) => ({
    from,
    to: resolved(from, named ?? called ?? ''),
    names: [...names.matchAll(/\w+/g)].map(([name]) => name).filter((name) => name !== 'type'),
  }));

/** The imports of every file of the project. */
export const readImports = (): readonly Import[] =>
  globSync(['{src,functions,companion,dev,ops,tests}/**/*.{ts,tsx,mjs,astro}', '*.{ts,mjs}'], {
    cwd: projectRoot,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) => importsIn(file, readFileSync(join(projectRoot, file), 'utf8')));
