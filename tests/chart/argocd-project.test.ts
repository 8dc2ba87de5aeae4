/** The Argo CD project allows what the chart and the adapter need, and nothing else. */
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
