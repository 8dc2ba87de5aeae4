/** The Argo CD project allows what the chart and the adapter need, and nothing else. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { projectRoot } from '#dev/project-root.ts';
import { problemsWith } from '#tests/support/argocd-swagger.ts';
import { schemaProblems } from './kubernetes-schemas.ts';
import { pick, readManifests, render } from './render.ts';

const read = (name: string) => readManifests(readFileSync(join(projectRoot, 'deploy/argocd', name), 'utf8'));
const project = pick(read('project.yaml'), 'AppProject');
const local = workerVariables(stackAddresses(4321));

test('the project matches Argo CD’s schema', () => {
  const { apiVersion, kind, ...resource } = project;
  expect([apiVersion, kind]).toEqual(['argoproj.io/v1alpha1', 'AppProject']);
  expect(problemsWith('v1alpha1AppProject', resource)).toEqual([]);
});

test('it has the name and chart source that the functions use', () => {
  expect(project.metadata.name).toBe(local['ARGOCD_PROJECT']);
  expect(project.spec.sourceRepos).toContain(local['ARGOCD_CHART_REPO']);
  expect(existsSync(join(projectRoot, local['ARGOCD_CHART_PATH'] ?? '', 'Chart.yaml'))).toBe(true);
});

test('the functions’ role allows the adapter’s calls, in this project only', () => {
  const [role] = project.spec.roles;
  const actions = role.policies.map((policy: string) => {
    const [, subject, resource, action, object, effect] = policy.split(', ');
    expect([subject, resource, object, effect]).toEqual([
      'proj:vigia-tenants:functions',
      'applications',
      'vigia-tenants/*',
      'allow',
    ]);
    return action;
  });
  expect(actions).toEqual([
    'get',
    'create',
    'update',
    'sync',
    'delete',
    'delete/apps/StatefulSet/*/t-*',
    'delete/*/PersistentVolumeClaim/*/*-data',
    'action/batch/CronJob/create-job',
  ]);
});

describe('project.sh', () => {
  const print = (environment: Readonly<Record<string, string>>) =>
    spawnSync('sh', [join(projectRoot, 'deploy/argocd/project.sh')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    });
  const CHART_REPO = 'https://git.vigia.test/vigia.git';
  const token = {
    ARGOCD_TOKEN_ID: '5d0c1f0e-7c0b',
    ARGOCD_TOKEN_IAT: '1795000000',
    ARGOCD_TOKEN_EXP: '1826536000',
  };

  test('puts the operator’s repository in place of ours, and changes nothing else', () => {
    const printed = pick(readManifests(print({ CHART_REPO }).stdout), 'AppProject');
    expect(printed).toEqual({ ...project, spec: { ...project.spec, sourceRepos: [CHART_REPO] } });
  });

  test('names a token that was made beforehand, as Argo CD’s schema asks', () => {
    const { stdout } = print({ CHART_REPO, ...token });
    const { apiVersion: _, kind: _kind, ...resource } = pick(readManifests(stdout), 'AppProject');
    expect(problemsWith('v1alpha1AppProject', resource)).toEqual([]);
    expect(resource).toMatchObject({
      spec: { roles: [{ jwtTokens: [{ id: '5d0c1f0e-7c0b', iat: 1795000000, exp: 1826536000 }] }] },
      status: { jwtTokensByRole: { functions: { items: [{ id: '5d0c1f0e-7c0b' }] } } },
    });
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['no repository', {}, /Falta CHART_REPO/],
    ['the example’s', { CHART_REPO: 'https://git.vigia.example/vigia/vigia.git' }, /Falta CHART_REPO/],
    [
      'more than an address',
      { CHART_REPO: 'https://git.vigia.test/x\n  - y' },
      /um caractere que um endereço não tem/,
    ],
    ['half a token', { CHART_REPO, ARGOCD_TOKEN_ID: '5d0c' }, /vão juntos/],
    ['a token that is something else', { CHART_REPO, ...token, ARGOCD_TOKEN_ID: 'a }, {' }, /vão juntos/],
  ])('%s is refused, and nothing is printed', (_, environment, sentence) => {
    const { status, stdout, stderr } = print(environment);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
  });
});

test('no resources finalizer can delete data by mistake', () => {
  expect(project.metadata.finalizers).toBeUndefined();
});

describe.skipIf(inject('chartTools').helm === null)('with the chart rendered', () => {
  const manifests = () =>
    render('deploy/tenant-chart', 't-7k2m9', {
      subdomain: 'padaria',
      host: 'padaria.vigia.example',
      planId: 'free',
      monitorsMax: 5,
      functions: { tokenSha256: 'ab'.repeat(32) },
      ingress: { className: 'traefik', controllerNamespace: 'traefik' },
      // With everything that an operator may turn on.
      copies: { schedule: '17 4 * * *', repository: 's3:https://s3.vigia.example/copies' },
    });

  test('the project allows exactly the kinds of the chart', () => {
    const kinds = manifests().map(({ apiVersion, kind }) => {
      const [group, version] = apiVersion.split('/');
      return `${version === undefined ? '' : group}/${kind}`;
    });
    const allowed = project.spec.namespaceResourceWhitelist.map(
      ({ group, kind }: { group: string; kind: string }) => `${group}/${kind}`,
    );
    expect(allowed.toSorted()).toEqual([...new Set(kinds)].toSorted());
  });

  test('an Ingress without an address does not block an environment', () => {
    const { metadata } = pick(manifests(), 'Ingress');
    expect(metadata.annotations).toMatchObject({ 'argocd.argoproj.io/ignore-healthcheck': 'true' });
  });

  test.skipIf(inject('chartTools').schemas === null)('its policies are added to those that are there', () => {
    const [patch] = read('rbac.yaml');
    if (patch === undefined) throw new Error('There is no patch.');
    const { data = {}, ...rest } = patch;
    expect(rest).toEqual({});
    // `policy.csv` and `policy.default` belong to whoever set up this Argo CD.
    expect(Object.keys(data)).toEqual(['policy.vigia.csv']);
    const patched = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-rbac-cm' }, data };
    expect(schemaProblems([patched])).toEqual([]);
  });
});
