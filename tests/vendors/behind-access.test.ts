/** Services of ours that a tunnel brings to the Internet: Cloudflare Access asks for a service token, and no stranger sees it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { clientsOf } from '#functions/clients.ts';
import { Variables, wrongVariables } from '#functions/variables.ts';
import { openRealmAdmin } from '#ops/realm/admin.ts';

const plain = workerVariables(stackAddresses());
const token = { ACCESS_CLIENT_ID: 'number-of-it.access', ACCESS_CLIENT_SECRET: 'words-of-it' };

/** What was asked with which headers while the work ran, by path. */
async function headersDuring(work: (address: string) => Promise<unknown>) {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, answer) => {
    asked.push({ path: url, headers });
    answer.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => {});
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return asked;
}

async function askedBy(access: Partial<typeof token>) {
  return await headersDuring(async (address) => {
    const settings = Variables.parse({
      ...plain,
      ...access,
      ARGOCD_URL: address,
      TENANT_PROBE_URL: `${address.replace('127.0.0.1', 'localhost')}/of/{tenant}`,
    });
    const [place] = settings.clusters;
    if (place === undefined) throw new Error('There is no cluster.');
    const { cluster, instances } = clientsOf(place, settings);
    await cluster.readApplication('order').catch(() => {});
    await instances.readCopies('padaria').catch(() => {});
  });
}

test('Argo CD gets both headers, a customer’s environment none', async () => {
  const asked = await askedBy(token);
  const ofArgocd = asked.filter(({ path }) => path.startsWith('/api/v1/'));
  const ofEnvironment = asked.filter(({ headers }) => headers.host?.startsWith('localhost'));
  expect(ofArgocd.length).toBeGreaterThan(0);
  expect(ofEnvironment.length).toBeGreaterThan(0);
  for (const { headers } of ofArgocd)
    expect(headers).toMatchObject({
      'cf-access-client-id': 'number-of-it.access',
      'cf-access-client-secret': 'words-of-it',
    });
  expect(JSON.stringify(ofEnvironment)).not.toContain('words-of-it');
});

test('without the token nobody gets one', async () => {
  expect(JSON.stringify(await askedBy({}))).not.toContain('cf-access');
});

test('half a token is named before a deploy', () => {
  expect(wrongVariables({ ...plain, ACCESS_CLIENT_ID: token.ACCESS_CLIENT_ID })).toEqual([
    'ACCESS_CLIENT_SECRET',
  ]);
  expect(wrongVariables({ ...plain, ACCESS_CLIENT_SECRET: token.ACCESS_CLIENT_SECRET })).toEqual([
    'ACCESS_CLIENT_ID',
  ]);
});

test('the administration of the realm gets both headers', async () => {
  const [first] = await headersDuring((address) =>
    openRealmAdmin({
      OPS_KEYCLOAK_URL: address,
      OPS_KEYCLOAK_REALM: 'vigia',
      OPS_REALM_ADMIN: 'admin',
      OPS_REALM_ADMIN_PASSWORD: 'a-password',
      ...token,
    }),
  );
  expect(first?.headers).toMatchObject({
    'cf-access-client-id': 'number-of-it.access',
    'cf-access-client-secret': 'words-of-it',
  });
});
