/** Every method of a store has a caller in functions/. Knip sees exports only, and stores are objects that a function returns. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('functions/**/*.ts', { exclude: (path) => path.endsWith('.d.ts') }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));
const compose = readFileSync('functions/compose.ts', 'utf8');

/** Each function `create…(db, …)` with the object that it returns. */
const stores = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/^export function (create\w+)\(\s*db\b[\s\S]*?^ {2}return \{\n([\s\S]*?)^ {2}\};/gm)].map(
    ([, create = '', body = '']) => ({ file, create, body }),
  ),
);
type Store = (typeof stores)[number];

/** The field of the verbs' needs that has the store, or another one that contains it. */
function fieldOf({ create }: Store): string {
  const field = new RegExp(`(\\w+)(?:: | = )${create}\\(`).exec(compose)?.[1];
  const around = stores.find(({ body }) => body.includes(`...${create}(`));
  return field ?? (around === undefined ? '' : fieldOf(around));
}

/** For each name, what it is read of: `orders` for `needs.orders.find`. */
const readers = new Map<string, Set<string>>();
for (const { text } of sources)
  for (const [, of = '', name = ''] of text.matchAll(/(\w+)\s*\??\.\s*(?=(\w+))/g))
    readers.set(name, (readers.get(name) ?? new Set()).add(of));

test('every store method has a caller', () => {
  const fields = new Set(stores.map(fieldOf));
  const methods = stores.flatMap((store) =>
    [...store.body.matchAll(/^ {4}(?:async )?(\w+)[(:,<]/gm)].map(([, name = '']) => ({ store, name })),
  );
  const unread = methods.filter(
    // A store that is handed over has another name there, which no other store has.
    ({ store, name }) =>
      ![...(readers.get(name) ?? [])].some((of) => of === fieldOf(store) || !fields.has(of)),
  );
  expect(methods.length, 'stores were found').toBeGreaterThan(250);
  expect(unread.map(({ store, name }) => `${store.file}: ${name}`)).toEqual([]);
});
