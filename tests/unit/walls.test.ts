/**
 * The walls: who may import whom. Circles are Biome's (`noImportCycles`); what a rule may use of the platform is the
 * compiler's (src/domain/tsconfig.json, functions/tsconfig.json).
 *
 * | Folder | Imports of our own |
 * |---|---|
 * | src/domain | itself (and zod/mini) |
 * | a flow's pure rules, as src/domain/tsconfig.json names them | themselves and src/domain |
 * | src/ui | src/lib and src/domain: no flow, form or session |
 * | src/lib, src/form, src/session, src/faq | each other, src/ui and src/domain: no flow |
 * | a flow (src/checkout, src/docs …) | the above: no other flow |
 * | src | nothing of functions, companion, dev, ops or tests |
 * | functions | src/domain, the companion's contract, content |
 * | functions/{room} | rooms below it, but not their routes, jobs and mails; http, platform, ports |
 * | functions/vendors/{vendor} | ports and platform |
 * | functions/platform, functions/http, a port | each other |
 * | companion | src/domain |
 * | dev/stand-ins | nothing of functions |
 * | ops | nothing of dev |
 * | tests | everything; only configuration imports tests |
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { type Import, importsIn, readImports } from '#tests/support/imports.ts';

/** A folder, a file, or what a path or package looks like. */
type Place = string | RegExp;

/** Files in `of` import nothing of `never`, and where `may` is given nothing but that. */
interface Wall {
  readonly of: readonly Place[];
  readonly may?: readonly Place[];
  readonly never?: readonly Place[];
  /** Said when it is broken: where to go instead. */
  readonly because: string;
}

const folders = (parent: string): readonly string[] =>
  readdirSync(join(projectRoot, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`);

/** What is not a path of ours. */
const packages = /^(?!(?:src|functions|companion|content|deploy|dev|ops|tests|public)\/)/;

const shared = ['src/lib', 'src/form', 'src/session', 'src/faq'];
/** Of the site, but neither a flow nor shared by flows in the browser. */
const around = [
  'assets',
  'brand',
  'build',
  'domain',
  'gallery',
  'layouts',
  'pages',
  'schemas',
  'styles',
  'ui',
];
const flows = folders('src').filter(
  (folder) => !shared.includes(folder) && !around.includes(posix.basename(folder)),
);
const floor = ['functions/http', 'functions/platform', 'functions/vendors'];
const vendors = folders('functions/vendors');

/** Rules that are as pure as the domain but belong to one flow. */
const ownRules = (
  JSON.parse(readFileSync(join(projectRoot, 'src/domain/tsconfig.json'), 'utf8')) as { include: string[] }
).include
  .filter((path) => path !== '.')
  .map((path) => posix.join('src/domain', path));

/** The rooms of functions/ as docs/architecture.md draws them, from the top down. */
const rooms = (
  /^### A ordem das salas$[\s\S]*?^```text\n([\s\S]*?)^```$/m.exec(
    readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8'),
  )?.[1] ?? ''
)
  .trim()
  .split('\n')
  .map((line) => `functions/${line.split(' ')[0]}`);

const walls: readonly Wall[] = [
  {
    of: ['src/domain'],
    may: ['src/domain', 'zod/mini'],
    because:
      'src/domain holds pure rules and imports only itself and zod/mini. Take what you need as a parameter; JSON comes in through createCatalog(json).',
  },
  {
    of: ownRules,
    may: [...ownRules, 'src/domain', 'zod/mini'],
    because: 'The pure rules of a flow import src/domain and each other. Take what you need as a parameter.',
  },
  {
    of: ['src/ui'],
    never: [...flows, 'src/form', 'src/session', 'src/faq', 'src/layouts'],
    because:
      'src/ui is the lowest layer of the page: primitives know only each other, src/lib and src/domain.',
  },
  {
    of: shared,
    never: [...flows, 'src/layouts'],
    because: 'What every flow shares knows no flow. Take what you need as a parameter.',
  },
  ...flows.map((flow) => ({
    of: [flow],
    never: flows.filter((other) => other !== flow),
    because:
      'A flow never imports another. What both need goes to src/ui, src/form, src/session, src/lib or src/domain.',
  })),
  {
    of: [/^src\/(?!domain\/)/],
    never: ['src/domain/messages.ts'],
    because: 'That is every sentence. Import the part of this flow from #domain/messages/.',
  },
  {
    of: ['src'],
    never: ['functions', 'companion', 'dev', 'ops', 'tests'],
    because: 'The browser reaches the server through src/lib/api only.',
  },
  {
    of: ['functions'],
    may: ['functions', 'src/domain', 'companion/contract.ts', 'content', packages],
    because: 'functions/ imports src/domain only. A rule that both sides need belongs in src/domain.',
  },
  {
    of: ['functions'],
    // The runtime offers this one module without Node (nodejs_als).
    never: [/^node:(?!async_hooks$)/],
    because: 'The Worker runs without Node. Use web standards.',
  },
  {
    of: rooms,
    never: vendors,
    because:
      "A room knows ports, not vendors. Put the vendor's word in functions/vendors/{vendor} and take the port beside it as a parameter.",
  },
  {
    of: rooms,
    never: [/^hono(\/|$)/],
    because:
      'HTTP stays in functions/http. A route is defined with it; a verb takes what it needs as parameters.',
  },
  ...rooms.map((room, place) => ({
    of: [room],
    never: rooms.slice(0, place),
    because: 'A room imports only from rooms below it; docs/architecture.md has their order.',
  })),
  ...rooms.map((room) => ({
    of: [room],
    never: [
      new RegExp(
        `^functions/(?!${posix.basename(room)}/)[^/]+/(?:own-)?(?:routes|jobs|(?:closing-|charge-)?mail)\\.ts$`,
      ),
    ],
    because:
      "A room's routes, jobs and mails are its own. Of another room use its verbs, records and stores; docs/architecture.md says which rooms are below.",
  })),
  ...vendors.map((vendor) => ({
    of: [vendor],
    never: [/^functions\/(?!vendors\/|platform\/)/, ...vendors.filter((other) => other !== vendor)],
    because:
      "A vendor's folder imports its port, the domain, the platform and zod; never a room or another vendor.",
  })),
  {
    of: ['functions/platform', 'functions/http', /^functions\/vendors\/[^/]+$/],
    never: [/^functions\/(?!http\/|platform\/|vendors\/)/, ...vendors],
    because:
      'functions/platform, functions/http and a port know no room and no vendor. Take what you need as a parameter.',
  },
  {
    of: ['companion'],
    may: ['companion', 'src/domain', packages],
    because: 'The companion runs beside an instance. It imports src/domain; the Worker reads its contract.',
  },
  {
    of: ['ops'],
    never: ['dev'],
    because: 'ops/ acts on production and imports nothing of dev/, which is of this machine only.',
  },
  {
    of: ['dev/stand-ins'],
    never: ['functions'],
    because: 'A stand-in imports nothing of an adapter: a shared schema would prove nothing.',
  },
  {
    of: ['dev', 'ops', 'functions', 'companion'],
    never: ['tests'],
    because: 'Only tests and their configuration import tests.',
  },
];

const isIn = (path: string, places: readonly Place[] = []): boolean =>
  places.some((place) =>
    typeof place === 'string' ? path === place || path.startsWith(`${place}/`) : place.test(path),
  );

/** What these imports break of a wall, each with the sentence that says why. */
const breaches = (wall: Wall, imports: readonly Import[]): readonly string[] =>
  imports
    .filter(
      ({ from, to }) =>
        isIn(from, wall.of) && (isIn(to, wall.never) || (wall.may !== undefined && !isIn(to, wall.may))),
    )
    .map(({ from, to }) => `${from} imports ${to}: ${wall.because}`);

const imports = readImports();

describe('no wall is broken', () => {
  test.each([...new Set(walls.map(({ because }) => because))])('%s', (sentence) => {
    const broken = walls
      .filter(({ because }) => because === sentence)
      .flatMap((wall) => breaches(wall, imports));
    expect(broken).toEqual([]);
  });
});

/** An import of each kind that must not be, and a part of what is said about it. */
const refused = [
  ['src/domain/x.ts', '#lib/storage.ts', 'src/domain holds pure rules'],
  ['src/domain/x.ts', 'node:fs', 'src/domain holds pure rules'],
  ['src/domain/x.ts', '../../content/plans.json', 'src/domain holds pure rules'],
  ['src/docs/search/rules/x.ts', '../search-state.ts', 'pure rules of a flow'],
  ['src/form/attempt.ts', '#lib/storage.ts', 'pure rules of a flow'],
  ['src/ui/x.tsx', '#session/protected.tsx', 'src/ui is the lowest layer'],
  ['src/lib/x.ts', '#checkout/sign-up/checkout.tsx', 'knows no flow'],
  ['src/faq/x.ts', '#support/tabs.ts', 'knows no flow'],
  ['src/comparison/x.ts', '#landing/showcase.tsx', 'never imports another'],
  ['src/checkout/card-change/x.tsx', '../../account/account.tsx', 'never imports another'],
  ['src/checkout/card-change/x.tsx', '#functions/app.ts', 'through src/lib/api only'],
  ['src/account/x.tsx', '#domain/messages.ts', 'every sentence'],
  ['functions/http/x.ts', '#ui/button.tsx', 'imports src/domain only'],
  ['functions/http/x.ts', 'node:crypto', 'runs without Node'],
  ['functions/checkout/x.ts', '#functions/vendors/asaas/sales.ts', 'knows ports, not vendors'],
  ['functions/checkout/x.ts', 'hono', 'HTTP stays in functions/http'],
  ['functions/checkout/x.ts', '#functions/payments/reconcile.ts', 'from rooms below it'],
  ['functions/payments/x.ts', '#functions/checkout/routes.ts', 'routes, jobs and mails are its own'],
  ['functions/platform/x.ts', '#functions/tenants/tenant.ts', 'know no room'],
  ['functions/platform/x.ts', '#functions/compose.ts', 'know no room'],
  ['functions/http/x.ts', '#functions/vendors/asaas/client.ts', 'know no room'],
  ['functions/vendors/x.ts', '#functions/tenants/tenant.ts', 'know no room'],
  ['functions/vendors/asaas/x.ts', '#functions/checkout/y.ts', 'never a room'],
  ['functions/vendors/asaas/x.ts', '../keycloak/identity-admin.ts', 'or another vendor'],
  ['companion/x.ts', '../functions/vendors/instances.ts', 'beside an instance'],
  ['ops/x.ts', '#dev/failure.ts', 'nothing of dev/'],
  ['dev/stand-ins/a/x.ts', '#functions/vendors/asaas/wire.ts', 'imports nothing of an adapter'],
  ['dev/x.ts', '#tests/support/stack.ts', 'Only tests'],
] as const;

const judged = (from: string, specifier: string): readonly string[] =>
  walls.flatMap((wall) => breaches(wall, importsIn(from, `import { x } from '${specifier}';`)));

test.each(refused)('%s may not import %s', (from, specifier, sentence) => {
  expect(judged(from, specifier)).toEqual([expect.stringContaining(sentence)]);
});

test('an import is seen however it is written', () => {
  const text = [
    "import a, { type B } from './a.ts';",
    "import type { C } from '#lib/c.ts';",
    "import {\n  d,\n} from '../d.ts';",
    "import './e.css';",
    "export * from './f.ts';",
    "  const g = await import('./g.ts?raw');",
    "type H = import('zod/mini').infer;",
  ].join('\n');
  expect(importsIn('src/x/y.ts', text).map(({ to }) => to)).toEqual([
    ...['src/x/a.ts', 'src/lib/c.ts', 'src/d.ts', 'src/x/e.css', 'src/x/f.ts', 'src/x/g.ts', 'zod/mini'],
  ]);
});

test('a wall stands before what exists', () => {
  const places = walls.flatMap(({ of }) => of).filter((place) => typeof place === 'string');
  expect(places.filter((place) => !existsSync(join(projectRoot, place)))).toEqual([]);
});

test('every folder of functions/ with code is a room that is drawn', () => {
  const found = new Set(imports.flatMap(({ from }) => /^functions\/[^/]+(?=\/)/.exec(from)?.[0] ?? []));
  expect([...found].filter((folder) => !floor.includes(folder)).sort()).toEqual(rooms.toSorted());
});

test('compose.ts imports from rooms only what builds something, no verb', () => {
  const verbs = imports
    .filter(({ from, to }) => from === 'functions/compose.ts' && isIn(to, rooms))
    .flatMap(({ names }) => names)
    .filter((name) => !/^(create|with)[A-Z]/.test(name));
  expect(verbs).toEqual([]);
});
