/** Dependencies point inward: each import rule of biome.json reports a violation and says where to go. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const refused = [
  ['src/domain/x.ts', '#lib/storage.ts', 'src/domain holds pure rules'],
  ['src/domain/x.ts', 'node:fs', 'src/domain holds pure rules'],
  ['src/domain/x.ts', '../../content/plans.json', 'src/domain holds pure rules'],
  ['src/ui/x.tsx', '#session/protected.tsx', 'src/ui is the lowest layer'],
  ['src/lib/x.ts', '#checkout/sign-up/checkout.tsx', 'knows no flow'],
  ['src/form/x.ts', '#chat/chat.tsx', 'knows no flow'],
  ['src/session/x.ts', '#account/account.tsx', 'knows no flow'],
  ['src/chat/x.ts', '#docs/search/ask.ts', 'never imports another'],
  ['src/comparison/x.ts', '#landing/showcase.tsx', 'never imports another'],
  ['src/checkout/card/x.tsx', '#account/account.tsx', 'never imports another'],
  ['src/account/x.tsx', '#checkout/payment/card-fields.tsx', 'never imports another'],
  ['src/support/x.tsx', '#docs/search/ask.ts', 'never imports another'],
  ['src/legal/x.ts', '#checkout/payment/page-terms.tsx', 'never imports another'],
  ['src/checkout/card/x.tsx', '#legal/facts.ts', 'never imports another'],
  ['src/faq/x.ts', '#support/tabs.ts', 'knows no flow'],
  ['src/docs/x.ts', '#landing/showcase.tsx', 'never imports another'],
  ['src/landing/x.ts', '#docs/search/ask.ts', 'never imports another'],
  ['src/checkout/card/x.tsx', '#functions/app.ts', 'through src/lib/api only'],
  ['src/account/x.tsx', '#domain/messages.ts', 'every sentence'],
  ['src/form/x.ts', '#domain/messages.ts', 'every sentence'],
  ['functions/http/x.ts', '#ui/button.tsx', 'imports src/domain only'],
  ['functions/vendors/a/x.ts', '#companion/counter.ts', 'imports src/domain only'],
  ['companion/x.ts', '#functions/platform/clock.ts', 'runs beside the instance'],
  ['functions/http/x.ts', 'node:crypto', 'runs without Node'],
  ['functions/checkout/x.ts', '#functions/vendors/asaas/sales.ts', 'knows ports, not vendors'],
  ['functions/checkout/x.ts', 'node:crypto', 'runs without Node'],
  ['functions/checkout/x.ts', 'hono', 'HTTP stays in functions/http'],
  ['functions/payments/x.ts', '#functions/checkout/routes.ts', 'routes, jobs and mails are its own'],
  ['functions/quota/x.ts', '#functions/reports/mail.ts', 'routes, jobs and mails are its own'],
  ['functions/platform/x.ts', '#functions/tenants/tenant.ts', 'know no room'],
  ['functions/platform/x.ts', '#functions/compose.ts', 'know no room'],
  ['functions/http/x.ts', '#functions/vendors/asaas/client.ts', 'know no room'],
  ['functions/vendors/a/x.ts', '#functions/checkout/y.ts', 'never a room'],
  ['dev/stand-ins/a/x.ts', '#functions/vendors/asaas/wire.ts', 'imports nothing of an adapter'],
] as const;

const allowed = [
  ['src/domain/x.ts', '#domain/errors.ts'],
  ['src/domain/x.ts', 'zod/mini'],
  ['src/checkout/card/x.tsx', '#checkout/payment/card-fields.tsx'],
  ['src/checkout/card/x.tsx', '#session/protected.tsx'],
  ['functions/checkout/x.ts', '#functions/platform/clock.ts'],
  ['functions/checkout/x.ts', '#functions/compose.ts'],
  ['functions/checkout/x.ts', '#functions/vendors/processor.ts'],
  ['functions/payments/x.ts', '#functions/orders/order.ts'],
  ['functions/vendors/a/x.ts', '#functions/platform/vendor-http.ts'],
  ['functions/vendors/a/x.ts', '#companion/contract.ts'],
  ['companion/x.ts', '#domain/text/cut-text.ts'],
] as const;

/** One file a rule, because some rules are about one import of a file; the number makes its name its own. */
const fileOf = (path: string, place: number): string => path.replace(/x(?=\.tsx?$)/, `x${place}`);

/** Messages about the imports of a project with our rules in which each file imports one thing. */
function lint(files: readonly (readonly [path: string, specifier: string])[]) {
  const project = mkdtempSync(join(tmpdir(), 'vigia-import-rules-'));
  try {
    copyFileSync(join(root, 'biome.json'), join(project, 'biome.json'));
    for (const [path, specifier] of files) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), `import { x } from '${specifier}';\n\nexport const y = x;\n`);
    }
    const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, {
      cwd: project,
      encoding: 'utf8',
    });
    const { diagnostics, summary } = JSON.parse(stdout) as {
      summary: { unchanged: number };
      diagnostics: { category: string; message: string; location: { path: string } }[];
    };
    const said = new Map<string, string[]>(files.map(([path]) => [path, []]));
    for (const { category, message, location } of diagnostics)
      if (category.endsWith('/noRestrictedImports')) said.get(location.path)?.push(message);
    return { said, checked: summary.unchanged };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const cases = [...refused, ...allowed].map(
  ([path, specifier], place) => [fileOf(path, place), specifier] as const,
);
const { said, checked } = lint(cases);

test('every file is checked', () => {
  expect(checked).toBeGreaterThanOrEqual(cases.length);
});

test.each(refused.map((each, place) => [...each, place] as const))(
  '%s may not import %s',
  (path, _specifier, sentence, place) => {
    expect(said.get(fileOf(path, place))).toEqual([expect.stringContaining(sentence)]);
  },
);

test.each(allowed.map((each, place) => [...each, refused.length + place] as const))(
  '%s may import %s',
  (path, _specifier, place) => {
    expect(said.get(fileOf(path, place))).toEqual([]);
  },
);
