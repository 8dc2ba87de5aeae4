/** `npm run setup`: ten answers, everything else follows; run again, nothing is made twice and nothing is lost. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { ACCOUNT, TOKEN } from '#tests/support/setup-cloudflare.ts';
import { type Machine, newMachine, runSetUp, tenAnswers } from '#tests/support/setup-run.ts';
import { BOT, MAIL_KEY, SANDBOX_KEY, SetUpServices } from '#tests/support/setup-services.ts';

let machine: Machine;
let services: SetUpServices;
beforeEach(async () => {
  machine = newMachine();
  services = new SetUpServices();
  await services.start();
});
afterEach(async () => {
  await services.stop();
  machine.remove();
});

const counts = () => ({
  databases: services.databases.length,
  namespaces: services.namespaces.length,
  buckets: services.buckets.length,
  tunnels: services.tunnels.length,
  serviceTokens: services.serviceTokens.length,
  applications: services.applications.length,
  tokens: services.tokens.length,
  records: services.records.length,
  mailDomains: services.mailDomains.length,
});
const oneOfEach = {
  databases: 1,
  namespaces: 1,
  buckets: 1,
  tunnels: 1,
  serviceTokens: 1,
  applications: 3,
  tokens: 2,
  // Three targets, and three of the sender's domain.
  records: 6,
  mailDomains: 1,
};
const secretsTyped = [TOKEN, MAIL_KEY, SANDBOX_KEY, BOT];
/** Variables of a file for a shell. */
const variables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

describe('an empty folder', () => {
  test('ten answers lead to everything that the parts read, each value derived once', async () => {
    const { said, stopped } = await runSetUp(machine, services, tenAnswers);
    expect(stopped).toBeNull();
    expect(said.match(/^\d+ de 10\. /gm)).toHaveLength(10);
    expect(machine.json('production.json')).toMatchObject({
      worker: {
        SITE_URL: 'https://olho.com.br',
        KEYCLOAK_URL: 'https://auth.olho.com.br',
        ARGOCD_URL: 'https://argocd.olho.com.br',
        ASAAS_URL: 'https://api-sandbox.asaas.com',
        PAYMENT_CARD_ENTRY: 'hosted',
        SIGN_IN_URL: 'https://entrar.olho-status.com.br',
        TENANT_HOST: 'olho-status.com.br',
        TENANT_URL_TEMPLATE: 'https://{tenant}.olho-status.com.br',
        MAIL_FROM: 'Olho <nao-responda@olho.com.br>',
        OPERATORS_CHAT: '-1001',
        ARGOCD_CHART_REVISION: 'v1.0.0',
      },
      chart: {
        network: { deniedCidrs: ['8.8.8.8/32'] },
        copies: { repository: expect.stringContaining(ACCOUNT.id) },
      },
      database: services.databases[0]?.uuid,
      switches: services.namespaces[0]?.id,
      copies: 'olho-copias',
    });
    expect(machine.json('site.json')).toMatchObject({
      name: 'Olho',
      hosts: { product: 'olho-status.com.br' },
      contacts: { email: 'suporte@olho.com.br' },
    });
    expect(counts()).toEqual(oneOfEach);
  });

  test('nothing is left for the deploy check but the images, which need a registry', async () => {
    const { said } = await runSetUp(machine, services, tenAnswers);
    const missing = said.split('\n').filter((line) => line.startsWith('  ✗'));
    expect(missing.filter((line) => !/digest|versions\.json|imagens|Uptime Kuma/.test(line))).toEqual([]);
    expect(said).toContain('Antes de dinheiro de verdade: operator/site.json ainda tem a empresa de exemplo');
  });

  test('the Worker and the server get the same secrets, and the server’s file is a shell’s', async () => {
    await runSetUp(machine, services, tenAnswers);
    const { secrets } = machine.wrangler();
    const server = variables(machine.file('built/single-node.env'));
    expect(server).toMatchObject({
      FORMAT: '1',
      TENANT_DOMAIN: 'olho-status.com.br',
      DNS_ZONE: 'olho-status.com.br',
      FUNCTIONS_CLIENT_SECRET: secrets['KEYCLOAK_ADMIN_CLIENT_SECRET'],
      ARGOCD_TOKEN: secrets['ARGOCD_TOKEN'],
      ACCESS_CLIENT_ID: secrets['ACCESS_CLIENT_ID'],
      ACCESS_CLIENT_SECRET: services.serviceTokens[0]?.secret,
      DNS_API_TOKEN: services.tokens.find(({ name }) => name.includes('certificado'))?.value,
      COPIES: 'r2',
    });
    expect(machine.json('production.json')['worker']).toMatchObject({
      CLUSTERS: [{ capacity: Number(server['FREE_ENVIRONMENTS']) }],
    });
    expect(secrets['ASAAS_API_KEY']).toBe(SANDBOX_KEY);
    expect(secrets['TENANT_COUNTER_SECRET']).toMatch(/^[\da-f]{64}$/);
    expect(server['SIGN_IN_COOKIE_SECRET']).toHaveLength(32);
    expect(variables(machine.file('built/ops.env'))['OPS_CLIENT_SECRET']).toBe(server['OPS_CLIENT_SECRET']);
    expect(Object.values(server).join()).not.toContain(TOKEN);
  });

  test('the token for Argo CD is one that its server accepts with the key that it gets', async () => {
    await runSetUp(machine, services, tenAnswers);
    const server = variables(machine.file('built/single-node.env'));
    const key = new TextEncoder().encode(server['ARGOCD_SERVER_SECRETKEY']);
    const { payload } = await jwtVerify(server['ARGOCD_TOKEN'] ?? '', key, {
      issuer: 'argocd',
      subject: 'proj:vigia-tenants:functions',
      currentDate: new Date('2026-03-02T00:00:00Z'),
    });
    expect(payload).toMatchObject({
      jti: server['ARGOCD_TOKEN_ID'],
      iat: Number(server['ARGOCD_TOKEN_IAT']),
    });
  });

  test('no secret stands in a file that can be read, but in built/, which only its owner reads', async () => {
    const { said } = await runSetUp(machine, services, tenAnswers);
    const plain = ['production.json', 'site.json', 'setup.json', 'secrets.age'].map((name) =>
      machine.file(name),
    );
    const made = Object.values(machine.wrangler().secrets);
    for (const secret of [...secretsTyped, ...made]) {
      expect(plain.join()).not.toContain(secret);
      expect(said).not.toContain(secret);
    }
    for (const name of ['secrets.age', 'built/single-node.env', 'built/ops.env'])
      expect(statSync(join(machine.root, 'operator', name)).mode & 0o077).toBe(0);
  });

  test('who may enter by the tunnel is the service token alone, and the site’s name stays for wrangler', async () => {
    await runSetUp(machine, services, tenAnswers);
    expect(services.applications.map(({ domain }) => domain)).toEqual([
      'argocd.olho.com.br',
      'auth.olho.com.br/admin',
      'auth.olho.com.br/realms/master',
    ]);
    expect(services.applications[0]).toMatchObject({
      policies: [
        {
          decision: 'non_identity',
          include: [{ service_token: { token_id: services.serviceTokens[0]?.id } }],
        },
      ],
    });
    expect(services.records.find(({ type }) => type === 'A')).toMatchObject({
      name: '*.olho-status.com.br',
      content: '8.8.8.8',
      proxied: false,
    });
    expect(services.records.some(({ name }) => name === 'olho.com.br')).toBe(false);
  });
});

describe('run again', () => {
  test('asks nothing, makes nothing, and writes the same', async () => {
    await runSetUp(machine, services, tenAnswers);
    const [production, made] = [machine.file('production.json'), services.changes.length];
    const { said, stopped } = await runSetUp(machine, services, []);
    expect(stopped).toBeNull();
    expect(said).not.toMatch(/^\d+ de 10\. /m);
    expect(machine.file('production.json')).toBe(production);
    const again = services.changes
      .slice(made)
      .map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);
    expect(again.filter((each) => each.startsWith('POST') && !each.endsWith('verify'))).toEqual([]);
    expect(machine.wrangler().calls.filter((args) => args[1] === 'bulk')).toHaveLength(1);
  });

  test('stopped after any answer, it goes on with the next question', async () => {
    for (let typed = 0; typed < tenAnswers.length; typed += 1) {
      const { said, stopped } = await runSetUp(machine, services, tenAnswers.slice(typed, typed + 1));
      if (typed === tenAnswers.length - 1) expect(stopped).toBeNull();
      else expect(stopped).toMatch(/Parou em .*O que já foi respondido está em operator/);
      expect(said).toContain(`${typed + 1} de 10. `);
    }
    expect(counts()).toEqual(oneOfEach);
  });

  test.each([
    'POST cloudflare/.*/d1/database',
    'POST cloudflare/.*/kv/namespaces',
    'POST cloudflare/.*/r2/buckets',
    'POST cloudflare/.*/cfd_tunnel',
    'PUT cloudflare/.*/configurations',
    'POST cloudflare/.*/service_tokens$',
    'POST cloudflare/.*/access/apps',
    'POST cloudflare/.*/dns_records',
    'POST cloudflare/.*/tokens$',
    'POST mail/domains$',
  ])('an answer that never arrived leaves one of each: %s', async (call) => {
    services.losesAnswerOf = new RegExp(call);
    const first = await runSetUp(machine, services, tenAnswers);
    expect(first.stopped).toMatch(/não respondeu\. Nada se perdeu/);
    const second = await runSetUp(machine, services, []);
    expect(second.stopped).toBeNull();
    expect(counts()).toEqual(oneOfEach);
    const server = variables(machine.file('built/single-node.env'));
    expect(server['ACCESS_CLIENT_SECRET']).toBe(services.serviceTokens[0]?.secret);
    expect(server['DNS_API_TOKEN']).toBe(
      services.tokens.find(({ name }) => name.includes('certificado'))?.value,
    );
  });

  test('another machine asks for the key, and goes on where the first one stopped', async () => {
    const first = await runSetUp(machine, services, tenAnswers.slice(0, 6));
    const key = /AGE-SECRET-KEY-1\w+/.exec(first.said)?.[0] ?? '';
    const other = newMachine();
    try {
      cpSync(join(machine.root, 'operator'), join(other.root, 'operator'), { recursive: true });
      const without = await runSetUp(other, services, ['AGE-SECRET-KEY-1WRONG']);
      expect(without.stopped).toContain('Sem a chave, nada foi feito');
      const second = await runSetUp(other, services, [key, ...tenAnswers.slice(6)]);
      expect(second.stopped).toBeNull();
      expect(second.said).not.toContain('Token da Cloudflare');
      expect((await runSetUp(other, services, [])).stopped).toBeNull();
      expect(counts()).toEqual(oneOfEach);
    } finally {
      other.remove();
    }
  });

  test('another answer changes what follows from it, and what was made for the old one is named', async () => {
    await runSetUp(machine, services, tenAnswers);
    services.zones.push({ id: 'zone-novo', name: 'novo.com.br', status: 'active' });
    const { said, stopped } = await runSetUp(machine, services, ['novo.com.br', '8.8.4.4 128'], {
      changed: new Set([3, 5]),
    });
    expect(stopped).toBeNull();
    expect(machine.json('production.json')['worker']).toMatchObject({
      SITE_URL: 'https://novo.com.br',
      KEYCLOAK_URL: 'https://auth.novo.com.br',
    });
    expect(said).toContain('olho.com.br CNAME auth.olho.com.br é de uma resposta de antes');
    expect(services.records.filter(({ name }) => name === '*.olho-status.com.br')).toMatchObject([
      { content: '8.8.4.4' },
    ]);
    expect(counts()).toMatchObject({ databases: 1, namespaces: 1, tunnels: 1, serviceTokens: 1 });
  });

  test('what was written by hand stays, also when an answer beside it changes', async () => {
    await runSetUp(machine, services, tenAnswers);
    const production = machine.json('production.json');
    Object.assign(production['worker'] ?? {}, { LIMITS: 'notify', MAIL_FROM: 'Olho <oi@olho.com.br>' });
    writeFileSync(join(machine.root, 'operator/production.json'), JSON.stringify(production));
    const { said } = await runSetUp(machine, services, ['1.1.1.1 32'], { changed: new Set([5]) });
    expect(said).toContain('Em production.json ficou o que foi escrito à mão: worker.MAIL_FROM');
    expect(machine.json('production.json')).toMatchObject({
      worker: { LIMITS: 'notify', MAIL_FROM: 'Olho <oi@olho.com.br>' },
      chart: { network: { deniedCidrs: ['1.1.1.1/32'] } },
    });
  });

  test('a token for Argo CD that nears its end is made anew, and put', async () => {
    await runSetUp(machine, services, tenAnswers);
    const before = machine.wrangler().secrets['ARGOCD_TOKEN'];
    await runSetUp(machine, services, [], { now: new Date('2026-06-01T00:00:00Z') });
    expect(machine.wrangler().secrets['ARGOCD_TOKEN']).toBe(before);
    await runSetUp(machine, services, [], { now: new Date('2027-01-15T00:00:00Z') });
    expect(machine.wrangler().secrets['ARGOCD_TOKEN']).not.toBe(before);
  });
});

describe('secrets that rows were made with', () => {
  const lasting = () => {
    const { TENANT_COUNTER_SECRET, PARTY_HASH_KEY } = machine.wrangler().secrets;
    return { TENANT_COUNTER_SECRET, PARTY_HASH_KEY };
  };

  test('stay as the Worker has them, whatever else is put', async () => {
    await runSetUp(machine, services, tenAnswers);
    const before = lasting();
    await runSetUp(machine, services, ['depois'], { changed: new Set([9]) });
    await runSetUp(machine, services, [], { now: new Date('2027-01-15T00:00:00Z') });
    expect(machine.wrangler().calls.filter((args) => args[1] === 'bulk')).toHaveLength(2);
    expect(lasting()).toEqual(before);
  });

  test('stay also when the key is lost everywhere, and only what was typed is asked again', async () => {
    await runSetUp(machine, services, tenAnswers);
    const before = lasting();
    rmSync(join(machine.root, 'operator/secrets.age'));
    rmSync(machine.keys, { recursive: true });
    const { said, stopped } = await runSetUp(machine, services, secretsTyped);
    expect(stopped).toBeNull();
    expect(said.match(/^\d+ de 10\. /gm)).toHaveLength(4);
    expect(lasting()).toEqual(before);
    expect(machine.wrangler().secrets['ACCESS_CLIENT_SECRET']).toBe(services.serviceTokens[0]?.secret);
    expect(counts()).toEqual(oneOfEach);
  });
});

test('--dry-run says what it would do, and touches nothing', async () => {
  const { said, stopped } = await runSetUp(machine, services, tenAnswers, { isDry: true });
  expect(stopped).toBeNull();
  expect(said).toContain('→  faria o banco D1 "vigia"');
  expect(said).toContain('Foi um ensaio');
  expect(services.changes).toEqual([]);
  expect(readdirSync(join(machine.root, 'operator'))).toEqual([]);
});

test('a published site says at the end how it is', async () => {
  services.readiness = {
    status: 'degraded',
    problems: [{ level: 'page', text: 'o domínio do remetente não está verificado' }],
    dependencies: [{ name: 'e-mail', state: 'down', latencyMs: 12 }],
    newEnvironments: { begun: 0, perDay: 200 },
    overdue: [],
    salesClosedSince: null,
    alerts: { waiting: 0, since: null, refused: 0, mailsPerMinute: 200 },
    clusters: [],
    volumes: [],
    images: null,
  };
  const { said } = await runSetUp(machine, services, tenAnswers);
  expect(said).toContain('CHAMADA: o domínio do remetente não está verificado');
});

test('the example that git keeps has the fields that are written, and no others', async () => {
  await runSetUp(machine, services, [...tenAnswers.slice(0, 8), '', 'vigia-copias']);
  const example = JSON.parse(readFileSync(join(projectRoot, 'operator/example.json'), 'utf8')) as Record<
    string,
    object
  >;
  const written = machine.json('production.json');
  expect(Object.keys(example)).toEqual(Object.keys(written));
  for (const part of ['worker', 'chart'])
    expect(Object.keys(example[part] ?? {})).toEqual(Object.keys(written[part] ?? {}));
  expect(example['secrets']).toEqual(written['secrets']);
});
