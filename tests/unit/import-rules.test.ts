/** Dependencies point inward: each import rule of biome.json reports a violation and says where to go. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Lints one file that imports `specifier`, in an otherwise empty project with our rules. */
function lint(path: string, specifier: string): string {
  const project = mkdtempSync(join(tmpdir(), 'vigia-import-rules-'));
  try {
    copyFileSync(join(root, 'biome.json'), join(project, 'biome.json'));
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), `import { x } from '${specifier}';\n\nexport const y = x;\n`);
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout, stderr } = spawnSync(biome, ['lint', '--colors=off', '--vcs-enabled=false', path], {
      cwd: project,
      encoding: 'utf8',
    });
    return (stdout + stderr).replace(/\s+/g, ' ');
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

test.each([
  ['src/domain/x.ts', '#lib/storage.ts', 'src/domain holds pure rules'],
  ['src/domain/x.ts', 'node:fs', 'src/domain holds pure rules'],
  ['src/domain/x.ts', '../../content/plans.json', 'src/domain holds pure rules'],
  ['src/ui/x.tsx', '#session/protected.tsx', 'src/ui is the lowest layer'],
  ['src/lib/x.ts', '#checkout/sign-up/checkout.tsx', 'knows no flow'],
  ['src/form/x.ts', '#islands/chat/chat.tsx', 'knows no flow'],
  ['src/session/x.ts', '#account/account.tsx', 'knows no flow'],
  ['src/features/x.ts', '#islands/chat/chat.tsx', 'shared by islands'],
  ['src/islands/a/x.tsx', '#islands/b/y.tsx', 'never imports another island'],
  ['src/checkout/card/x.tsx', '#account/account.tsx', 'never imports another'],
  ['src/account/x.tsx', '#checkout/payment/card-fields.tsx', 'never imports another'],
  ['src/support/x.tsx', '#docs/search/ask.ts', 'never imports another'],
  ['src/docs/x.ts', '#landing/showcase.tsx', 'never imports another'],
  ['src/landing/x.ts', '#docs/search/ask.ts', 'never imports another'],
  ['src/checkout/card/x.tsx', '#functions/app.ts', 'through src/lib/api only'],
  ['src/account/x.tsx', '#domain/messages.ts', 'every sentence'],
  ['src/form/x.ts', '#domain/messages.ts', 'every sentence'],
  ['functions/http/x.ts', '#ui/button.tsx', 'imports src/domain only'],
  ['functions/http/x.ts', 'node:crypto', 'runs without Node'],
  ['functions/checkout/x.ts', '#functions/vendors/asaas/sales.ts', 'knows ports, not vendors'],
  ['functions/checkout/x.ts', 'node:crypto', 'runs without Node'],
  ['functions/checkout/x.ts', 'hono', 'HTTP stays in functions/http'],
  ['functions/payments/x.ts', '#functions/checkout/routes.ts', 'routes, jobs and mails are its own'],
  ['functions/quota/x.ts', '#functions/reports/mail.ts', 'routes, jobs and mails are its own'],
  ['functions/platform/x.ts', '#functions/tenants/tenant.ts', 'know no capability'],
  ['functions/platform/x.ts', '#functions/compose.ts', 'know no capability'],
  ['functions/http/x.ts', '#functions/vendors/asaas/client.ts', 'know no capability'],
  ['functions/vendors/a/x.ts', '#functions/checkout/y.ts', 'never a capability'],
  ['dev/stand-ins/a/x.ts', '#functions/vendors/asaas/wire.ts', 'imports nothing of an adapter'],
])('%s may not import %s', (path, specifier, sentence) => {
  expect(lint(path, specifier)).toContain(sentence);
});

test.each([
  ['src/domain/x.ts', '#domain/errors.ts'],
  ['src/domain/x.ts', 'zod/mini'],
  ['src/checkout/card/x.tsx', '#checkout/payment/card-fields.tsx'],
  ['src/checkout/card/x.tsx', '#session/protected.tsx'],
  ['functions/checkout/x.ts', '#functions/platform/clock.ts'],
  ['functions/checkout/x.ts', '#functions/compose.ts'],
  ['functions/checkout/x.ts', '#functions/vendors/processor.ts'],
  ['functions/payments/x.ts', '#functions/orders/order.ts'],
  ['functions/vendors/a/x.ts', '#functions/platform/vendor-http.ts'],
])('%s may import %s', (path, specifier) => {
  const report = lint(path, specifier);
  expect(report).toContain('Checked 1 file');
  expect(report).not.toContain('noRestrictedImports');
});
