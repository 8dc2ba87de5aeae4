/** While the secret of the environments' tokens is replaced, each of them can be read at every moment. */
import { expect, test } from 'vitest';
import { carriesToken } from '#companion/server.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { createKeyedHash } from '#functions/platform/keyed-hash.ts';
import { createKeyedTokens } from '#functions/platform/keyed-tokens.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';

const OLD = 'the-secret-from-before-with-32-characters';
const NEW = 'the-secret-from-now-on-with-32-characters';
const subdomain = 'padaria';

/** The Worker with these secrets, beside an environment whose application was written with these sums. */
function readWith(secrets: readonly [string, string?], tokenSha256: string) {
  const workload = {
    name: 't-1',
    subdomain,
    healthy: true,
    healthySinceMs: 0,
    values: { functions: { tokenSha256 } },
  };
  const standIn = createTenantsStandIn({
    port: 5232,
    argocd: { workloads: () => [workload] },
  });
  const { tokenOf, previousTokenOf } = createCounterTokens(...secrets);
  return createInstances({
    urlTemplate: 'http://{tenant}.localhost:5232',
    tokenOf,
    previousTokenOf,
    fetch: async (input, init) => standIn.app.request(String(input), init),
  }).readState(subdomain);
}
const sumsOf = (...secrets: [string, string?]) => createCounterTokens(...secrets).digestOf(subdomain);

test.each([
  ['before the walk, with the old sum only', [NEW, OLD], [OLD]],
  ['during it, with both sums', [NEW, OLD], [NEW, OLD]],
  ['during it, by a Worker that has only the old secret', [OLD], [NEW, OLD]],
  ['after the old secret is gone, with both sums', [NEW], [NEW, OLD]],
  ['at the end, with the new sum only', [NEW], [NEW]],
] as const)('an environment is readable %s', async (_, secrets, written) => {
  const sums = await sumsOf(...(written as unknown as [string, string?]));
  const state = await readWith(secrets as unknown as [string, string?], sums);
  expect(state).toMatchObject({ version: '2.5.3', isTested: true });
});

test('at the end the leaked secret opens nothing', async () => {
  await expect(readWith([OLD], await sumsOf(NEW))).rejects.toMatchObject({ code: 'tenant-unavailable' });
});

test('the companion accepts the token of either sum, and no other', async () => {
  const sums = await sumsOf(NEW, OLD);
  for (const secret of [NEW, OLD])
    expect(carriesToken(`Bearer ${await createCounterTokens(secret).tokenOf(subdomain)}`, sums)).toBe(true);
  expect(carriesToken(`Bearer ${await createCounterTokens('x'.repeat(40)).tokenOf(subdomain)}`, sums)).toBe(
    false,
  );
});

test('alerts of an environment with the old token are accepted until the secret is gone', async () => {
  const orderId = '7f3c2a9e-0000-4000-8000-000000000001';
  const tokens = (...secrets: [string, string?]) => createKeyedTokens(createKeyedHash(...secrets), 'alerts');
  const token = await tokens(OLD).tokenOf(orderId);
  expect(await tokens(NEW, OLD).idOf(token)).toBe(orderId);
  expect(await tokens(NEW).idOf(token)).toBe(null);
});

test('a token is whole: nothing before, behind or inside it', async () => {
  const tokens = createKeyedTokens(createKeyedHash(NEW), 'alerts');
  const token = await tokens.tokenOf('an-order');
  expect(await tokens.idOf(token)).toBe('an-order');
  const wrong = [
    `${token}.`,
    `${token}.x`,
    `.${token}`,
    `x.${token}`,
    `${token} `,
    token.replace('.', '..'),
    '',
    '.',
  ];
  for (const each of wrong) expect([each, await tokens.idOf(each)]).toEqual([each, null]);
});
