/** deploy/single-node/install.sh: where each secret of setup's file goes, and that no one else sees it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createStand, passwordSumIn, type Stand, secretsIn } from './single-node-stand.ts';
import { setupValues, valuesFile } from './single-node-values.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});
afterEach(() => stand.remove());

describe('secrets', () => {
  test('are on no command line and in no output', () => {
    const { out, err } = stand.install([]);
    expect(`${out}${err}${stand.calls().join('\n')}`).not.toContain('secret-');
    // The token of Argo CD's check went where no other user sees it.
    expect(stand.curlConfig()).toContain('Authorization: Bearer secret-jwt');
  });

  test('arrive as they were given, quotes and all', () => {
    stand.install(['segredos']);
    const read = (namespace: string, name: string) =>
      Object.fromEntries(
        Object.entries(
          secretsIn(stand.applied()).find(
            ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
          )?.data ?? {},
        ).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
      );
    expect(read('keycloak', 'keycloak')).toMatchObject({
      KC_BOOTSTRAP_ADMIN_PASSWORD: 'secret-keycloak',
      SITE_URL: 'https://vigia.example',
      SIGN_IN_URL: 'https://entrar.clientes.vigia.example',
      SMTP_STARTTLS: 'true',
      SMTP_PASSWORD: 'secret-smtp',
    });
    expect(read('vigia-sign-in', 'sign-in')).toEqual({
      'client-secret': 'secret-sign-in',
      'cookie-secret': 'secret-cookie',
    });
    expect(read('argocd', 'argocd-secret')).toMatchObject({
      'server.secretkey': 'secret-server-key',
      'admin.password': '$2b$10$hash',
    });
    expect(read('kube-system', 'k3s-etcd-snapshot-s3-config')).toMatchObject({
      'etcd-s3-endpoint': 'conta.r2.vigia.example',
      'etcd-s3-bucket': 'vigia-copias',
      'etcd-s3-secret-key': 'secret-storage',
    });
    const copies = {
      RESTIC_PASSWORD: 'secret-restic',
      AWS_ACCESS_KEY_ID: 'secret-access-key',
      AWS_SECRET_ACCESS_KEY: 'secret-storage',
    };
    expect(read('replicator', 'copies')).toEqual(copies);
    expect(read('keycloak', 'copies')).toEqual(copies);
  });

  test('a password that did not change is not hashed again', () => {
    stand.install(['segredos']);
    stand.put('../password-sum', passwordSumIn(stand.applied()));
    stand.calls();
    stand.install(['segredos']);
    expect(stand.calls().filter((call) => call.startsWith('mkpasswd'))).toEqual([]);
    stand.install(['segredos'], valuesFile({ ...setupValues, ARGOCD_ADMIN_PASSWORD: 'secret-other' }));
    expect(stand.calls().filter((call) => call.startsWith('mkpasswd'))).toHaveLength(1);
  });
});

test('Argo CD’s project is the operator’s repository, and knows the functions’ token', () => {
  expect(stand.install(['argocd']).err).toBe('');
  const project = parseAllDocuments(stand.applied())
    .map((each) => each.toJS())
    .find((each) => each?.kind === 'AppProject');
  const token = { id: setupValues['ARGOCD_TOKEN_ID'], iat: 1795000000, exp: 1826536000 };
  expect(project.spec.sourceRepos).toEqual(['https://git.vigia.test/vigia.git']);
  expect(project.spec.roles[0].jwtTokens).toEqual([token]);
  expect(project.status.jwtTokensByRole.functions.items).toEqual([token]);
  const refused = stand.install(
    ['argocd'],
    valuesFile({ ...setupValues, CHART_REPO: 'https://git.vigia.example/vigia.git' }),
  );
  expect([refused.status, refused.err]).toEqual([1, expect.stringMatching(/Falta CHART_REPO/)]);
});
