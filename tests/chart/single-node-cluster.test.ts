/**
 * A real Kubernetes API takes everything of the one server: KUBERNETES_API=kubeconfig of a cluster that may be thrown
 * away (kube-apiserver alone is enough). Not part of the ordinary run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { stringify } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { type Manifest, render } from './render.ts';
import { tenantProfile } from './single-node-values.ts';

const kubeconfig = process.env['KUBERNETES_API'];
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const TENANT = 't-7k2m9';

/** kubectl's words about these objects; a warning of pod security is one. */
function apply(text: string, ...words: string[]): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(
    'kubectl',
    [
      '--kubeconfig',
      kubeconfig ?? '',
      'apply',
      '--server-side',
      '--force-conflicts',
      ...words,
      '--filename',
      '-',
    ],
    { encoding: 'utf8', input: text },
  );
  return { status, said: stderr };
}
const accepted = { status: 0, said: '' };
const asText = (manifests: readonly Manifest[]): string =>
  manifests.map((each) => stringify(each)).join('---\n');
const dryRun = '--dry-run=server';

describe.skipIf(kubeconfig === undefined || inject('chartTools').helm === null)(
  'a real Kubernetes API',
  () => {
    test('takes the namespaces and the descriptions of the other kinds', { timeout: 60_000 }, () => {
      const namespace = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name: TENANT,
          labels: {
            'pod-security.kubernetes.io/enforce': 'restricted',
            'pod-security.kubernetes.io/warn': 'restricted',
          },
        },
      };
      expect(apply(`${read('deploy/single-node/namespaces.yaml')}---\n${stringify(namespace)}`)).toEqual(
        accepted,
      );
      for (const file of inject('chartTools').crds ?? [])
        expect(apply(readFileSync(file, 'utf8'))).toEqual(accepted);
    });

    test('takes the platform', { timeout: 60_000 }, () => {
      const platform = render('deploy/single-node/chart', 'platform', {
        ...(JSON.parse(read('deploy/versions.json')) as object),
        restic: '0.18.1',
        keycloakUrl: 'https://auth.vigia.example',
        tenantDomain: 'clientes.vigia.example',
        dnsZone: 'vigia.example',
        acme: { email: 'operador@vigia.example' },
        copies: { repository: 's3:https://conta.s3.vigia.example/copias' },
      });
      expect(apply(asText(platform), dryRun)).toEqual(accepted);
      const signIn = render('deploy/sign-in-chart', 'sign-in', {
        domain: 'clientes.vigia.example',
        issuer: 'https://auth.vigia.example/realms/vigia',
        ingress: { className: 'traefik', controllerNamespace: 'kube-system' },
      });
      expect(apply(asText(signIn), dryRun, '--namespace', 'vigia-sign-in')).toEqual(accepted);
    });

    test('takes an environment on it', { timeout: 60_000 }, () => {
      expect(apply(read('deploy/argocd/priority-classes.yaml'))).toEqual(accepted);
      const environment = render('deploy/tenant-chart', TENANT, tenantProfile);
      expect(apply(asText(environment), dryRun, '--namespace', TENANT)).toEqual(accepted);
    });

    test('refuses a misspelt field, so that the above says something', () => {
      const wrong = stringify({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'x' },
        spec: { portz: [] },
      });
      expect(apply(wrong, dryRun).status).not.toBe(0);
    });
  },
);
