/** What a dry run asks of the services, with recorded answers: each failure is one sentence with its remedy. */
import { describe, expect, test } from 'vitest';
import { workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { clusterSecretNames } from '#functions/cluster-settings.ts';
import { secretNames } from '#functions/variables.ts';
import { askServices } from '#ops/deploy/services/ask-services.ts';

const REPO = 'https://git.olho.com.br/vigia.git';
const ISSUER = 'https://auth.olho.com.br/realms/vigia';
const vars: Record<string, unknown> = {
  ...Object.fromEntries(
    Object.entries(workerVariables(stackAddresses())).filter(
      ([name]) => !(secretNames as readonly string[]).includes(name),
    ),
  ),
  KEYCLOAK_URL: 'https://auth.olho.com.br',
  ARGOCD_URL: 'https://argocd.olho.com.br',
  ARGOCD_CHART_REPO: REPO,
  ARGOCD_CHART_REVISION: 'v1.2.0',
  SIGN_IN_URL: 'https://entrar.olho.com.br',
  MAIL_URL: 'https://api.resend.com',
  MAIL_FROM: 'Olho <nao-responda@olho.com.br>',
  ASAAS_URL: 'https://api.asaas.com',
};
const secrets = {
  ARGOCD_TOKEN: 'token-of-argocd',
  KEYCLOAK_ADMIN_CLIENT_SECRET: 'secret-of-keycloak',
  MAIL_API_KEY: 're_key_of_the_mail',
  ASAAS_API_KEY: '$aact_key_of_asaas',
};

const sha = 'ab'.repeat(20);
/** A list of refs as `git http-backend` writes it. */
const refs = (...names: string[]) =>
  [
    '001e# service=git-upload-pack\n0000',
    `00d8${sha} HEAD\0multi_ack symref=HEAD:refs/heads/main agent=git/2.47.3\n`,
    ...names.map((name) => `003d${sha} ${name}\n`),
    '0000',
  ].join('');
const project = (spec: object) => Response.json({ metadata: { name: 'vigia-tenants' }, spec });
const whole = { sourceRepos: [REPO], destinations: [{ server: 'https://kubernetes.default.svc' }] };

/** The answers of services that all serve us, by the start of the address. */
const serving: Record<string, () => Response> = {
  'https://argocd.olho.com.br/api/version': () => Response.json({ Version: 'v3.1.0+abc' }),
  'https://argocd.olho.com.br/api/v1/projects/vigia-tenants': () => project(whole),
  'https://argocd.olho.com.br/api/v1/repositories/': () => new Response('{}', { status: 403 }),
  [`${REPO}/info/refs`]: () =>
    new Response(refs('refs/heads/main', 'refs/tags/v1.2.0', 'refs/tags/v1.2.0^{}')),
  [`${ISSUER}/.well-known/openid-configuration`]: () => Response.json({ issuer: ISSUER }),
  [`${ISSUER}/protocol/openid-connect/token`]: () => Response.json({ access_token: 'x', expires_in: 60 }),
  'https://auth.olho.com.br/admin/realms/vigia/users/': () => new Response('{}', { status: 404 }),
  'https://api.resend.com/domains': () =>
    Response.json({ data: [{ name: 'olho.com.br', status: 'verified' }], has_more: false }),
  'https://api.asaas.com/v3/payments/': () => new Response('{"errors":[]}', { status: 404 }),
  'https://entrar.olho.com.br/ping': () => new Response('OK'),
};

/** Asks with some other answers; `null` for a service that does not answer. */
async function asked(
  other: Record<string, (() => Response) | null> = {},
  known: { vars?: Record<string, unknown>; secrets?: Record<string, string | undefined> } = {},
) {
  const calls: { url: string; headers: Headers }[] = [];
  const answers = [...Object.entries(other), ...Object.entries(serving)];
  const said = await askServices({
    vars: { ...vars, ...known.vars },
    secrets: known.secrets ?? secrets,
    ask: async (url, init) => {
      calls.push({ url, headers: new Headers(init.headers) });
      const [, answer] = answers.find(([start]) => url.startsWith(start)) ?? [];
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
  });
  return { ...said, calls };
}

test('nothing is said where every service serves us', async () => {
  const { missing, unchecked, advised } = await asked();
  expect({ missing, unchecked, advised }).toEqual({ missing: [], unchecked: [], advised: [] });
});

const argocd = 'https://argocd.olho.com.br/api';
describe('one sentence for', () => {
  test.each<[string, Record<string, (() => Response) | null>, string]>([
    [
      'an Argo CD that does not answer',
      { [`${argocd}/version`]: null },
      'O Argo CD não serve em https://argocd.olho.com.br/api/version (fetch failed)',
    ],
    [
      'a door in front of it',
      { [`${argocd}/version`]: () => new Response(null, { status: 302 }) },
      '(respondeu 302)',
    ],
    [
      'an old one',
      { [`${argocd}/version`]: () => Response.json({ Version: 'v2.13.1' }) },
      'v2.13.1 is older than 2.14',
    ],
    [
      'a token that ended',
      { [`${argocd}/v1/projects`]: () => new Response('{}', { status: 401 }) },
      'argocd proj role create-token vigia-tenants functions',
    ],
    [
      'a project that was not applied',
      { [`${argocd}/v1/projects`]: () => new Response('{}', { status: 403 }) },
      'não mostra o projeto vigia-tenants (403): falta aplicar deploy/argocd/project.yaml',
    ],
    [
      'a project with another repository',
      {
        [`${argocd}/v1/projects`]: () =>
          project({ ...whole, sourceRepos: ['https://git.vigia.example/vigia/vigia.git'] }),
      },
      `não deixa ler ${REPO}: ponha-o em sourceRepos`,
    ],
    [
      'a repository that is taken away',
      { [`${argocd}/v1/projects`]: () => project({ ...whole, sourceRepos: ['*', `!${REPO}`] }) },
      'ponha-o em sourceRepos',
    ],
    [
      'a project for another cluster',
      {
        [`${argocd}/v1/projects`]: () =>
          project({ ...whole, destinations: [{ server: 'https://k8s.example' }] }),
      },
      'não deixa criar nada em https://kubernetes.default.svc',
    ],
    [
      'a repository that does not answer',
      { [`${REPO}/info/refs`]: null },
      `O repositório do chart, ${REPO}, não se lê (fetch failed)`,
    ],
    [
      'a page in place of a repository',
      { [`${REPO}/info/refs`]: () => new Response('<html>') },
      'e não como um servidor do Git',
    ],
    [
      'a tag that nobody pushed',
      { [`${REPO}/info/refs`]: () => new Response(refs('refs/heads/main', 'refs/tags/v1.2')) },
      `${REPO} não tem a tag v1.2.0 (ARGOCD_CHART_REVISION)`,
    ],
    [
      'a realm that is missing',
      { [`${ISSUER}/.well-known`]: () => new Response('{}', { status: 404 }) },
      `O Keycloak não serve em ${ISSUER} (o realm não existe)`,
    ],
    [
      'a Keycloak with another name',
      { [`${ISSUER}/.well-known`]: () => Response.json({ issuer: 'http://keycloak:8080/realms/vigia' }) },
      'diz que se chama http://keycloak:8080/realms/vigia',
    ],
    [
      'a client that Keycloak refuses',
      { [`${ISSUER}/protocol`]: () => new Response('{}', { status: 401 }) },
      'O Keycloak recusa vigia-functions',
    ],
    [
      'a mail domain without its records',
      {
        'https://api.resend.com/domains': () =>
          Response.json({ data: [{ name: 'olho.com.br', status: 'pending' }] }),
      },
      'não envia pelo domínio de MAIL_FROM',
    ],
    [
      'a mail key that is wrong',
      { 'https://api.resend.com/domains': () => Response.json({ name: 'invalid_api_key' }, { status: 401 }) },
      'confira MAIL_URL e MAIL_API_KEY',
    ],
    [
      'a key of the sandbox',
      { 'https://api.asaas.com/v3/payments/': () => new Response('{}', { status: 401 }) },
      'confira ASAAS_API_KEY',
    ],
    [
      'a sign-in that does not serve',
      { 'https://entrar.olho.com.br/ping': () => new Response('', { status: 503 }) },
      'A entrada dos ambientes não serve em https://entrar.olho.com.br/ping',
    ],
  ])('%s', async (_, other, sentence) => {
    const { missing, unchecked, advised } = await asked(other);
    expect([missing.length, unchecked, advised]).toEqual([1, [], []]);
    expect(missing[0]).toContain(sentence);
  });
});

test('a branch in place of a tag is advised against, a commit needs no list', async () => {
  const ARGOCD_CHART_REVISION = 'main';
  expect(await asked({}, { vars: { ARGOCD_CHART_REVISION } })).toMatchObject({
    missing: [],
    advised: [expect.stringContaining(`ARGOCD_CHART_REVISION (main) é um ramo de ${REPO}`)],
  });
  const commit = await asked({ [`${REPO}/info/refs`]: null }, { vars: { ARGOCD_CHART_REVISION: sha } });
  expect(commit.missing).toEqual([]);
});

test.each([
  ['patterns that allow the repository', ['https://git.olho.com.br/*']],
  ['all', ['*']],
])('a project may give %s', async (_, sourceRepos) => {
  const other = { [`${argocd}/v1/projects`]: () => project({ ...whole, sourceRepos }) };
  expect((await asked(other)).missing).toEqual([]);
});

test('a private repository is asked of Argo CD; where that may not tell either, somebody has to look', async () => {
  const closed = { [`${REPO}/info/refs`]: () => new Response('', { status: 401 }) };
  const told = (tags: string[]) => ({
    ...closed,
    [`${argocd}/v1/repositories/`]: () => Response.json({ tags, branches: ['main'] }),
  });
  expect(await asked(told(['v1.2.0']))).toMatchObject({ missing: [], unchecked: [] });
  expect((await asked(told(['v1.1.0']))).missing).toEqual([expect.stringContaining('não tem a tag v1.2.0')]);
  expect(await asked(closed)).toMatchObject({
    missing: [],
    unchecked: [expect.stringContaining(`git ls-remote --tags ${REPO} v1.2.0`)],
  });
  const ssh = 'git@git.olho.com.br:vigia.git';
  const { calls } = await asked(told(['v1.2.0']), { vars: { ARGOCD_CHART_REPO: ssh } });
  expect(calls.map(({ url }) => url)).toContain(
    `${argocd}/v1/repositories/${encodeURIComponent(ssh)}/refs?appProject=vigia-tenants`,
  );
});

test('without secrets, what needs none is asked, and the others are named; no made-up secret is sent', async () => {
  const { missing, unchecked, calls } = await asked({}, { secrets: {} });
  expect(missing).toEqual([]);
  expect(unchecked).toEqual([
    expect.stringContaining(`Sem ${Object.keys(secrets).toSorted().join(', ')}`.slice(0, 4)),
  ]);
  for (const name of Object.keys(secrets)) expect(unchecked[0]).toContain(name);
  expect(calls.filter(({ headers }) => headers.has('authorization') || headers.has('access_token'))).toEqual(
    [],
  );
  expect(calls.map(({ url }) => new URL(url).host).toSorted()).toEqual([
    'argocd.olho.com.br',
    'auth.olho.com.br',
    'entrar.olho.com.br',
    'git.olho.com.br',
  ]);
});

test('every cluster is asked, each with its own token', async () => {
  const CLUSTERS = [
    { name: 'sp1', capacity: 9 },
    { name: 'sp2', capacity: 9, argocdUrl: 'https://argocd-2.olho.com.br', tokenSecret: 'ARGOCD_TOKEN_SP2' },
  ];
  expect(clusterSecretNames(CLUSTERS)).toEqual(['ARGOCD_TOKEN_SP2']);
  const second = 'https://argocd-2.olho.com.br/api';
  const { missing, calls } = await asked(
    {
      [`${second}/version`]: () => Response.json({ Version: 'v3.1.0' }),
      [`${second}/v1/projects`]: () => new Response('{}', { status: 401 }),
    },
    { vars: { CLUSTERS }, secrets: { ...secrets, ARGOCD_TOKEN_SP2: 'token-of-the-second' } },
  );
  expect(missing).toEqual([expect.stringContaining('O Argo CD sp2 recusa o nosso token')]);
  const tokens = calls
    .filter(({ url }) => url.includes('/v1/projects/'))
    .map(({ url, headers }) => [new URL(url).host, headers.get('authorization')]);
  expect(tokens).toEqual([
    ['argocd.olho.com.br', 'Bearer token-of-argocd'],
    ['argocd-2.olho.com.br', 'Bearer token-of-the-second'],
  ]);
});

test('the token of Access goes to Argo CD and Keycloak’s admin API, and to nobody else', async () => {
  const known = { ...secrets, ACCESS_CLIENT_ID: 'id-of-access', ACCESS_CLIENT_SECRET: 'secret-of-access' };
  const { calls } = await asked({}, { secrets: known });
  const given = calls.filter(({ headers }) => headers.has('CF-Access-Client-Secret'));
  expect(new Set(given.map(({ url }) => new URL(url).host))).toEqual(
    new Set(['argocd.olho.com.br', 'auth.olho.com.br']),
  );
});

test('a configuration that is not whole asks nobody', async () => {
  const { unchecked, calls } = await asked({}, { vars: { TENANT_HOST: '' } });
  expect([unchecked.length, calls]).toEqual([1, []]);
});
