/** The shared sign-in: rendered, checked by Kubernetes' schemas, and consistent with tenant chart and realm. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { NAME_QUARANTINE_MS } from '#domain/subdomain/name-quarantine.ts';
import { schemaProblems } from './kubernetes-schemas.ts';
import { pick, render } from './render.ts';

const CHART = 'deploy/sign-in-chart';
const values = {
  domain: 'vigia.example',
  issuer: 'https://auth.vigia.example/realms/vigia',
  ingress: { className: 'traefik', controllerNamespace: 'traefik' },
};
const readYaml = (path: string) => parse(readFileSync(join(projectRoot, path), 'utf8'));

describe.skipIf(inject('chartTools').helm === null)('the shared sign-in', () => {
  test.skipIf(inject('chartTools').schemas === null)('is what Kubernetes understands', () => {
    expect(schemaProblems(render(CHART, 'sign-in', values))).toEqual([]);
  });

  test('refuses an invalid issuer and unknown values', () => {
    expect(() => render(CHART, 'sign-in', { ...values, issuer: 'https://auth.vigia.example' })).toThrow(
      /issuer/,
    );
    expect(() => render(CHART, 'sign-in', { ...values, dominio: 'x' })).toThrow(/dominio/);
  });

  test('runs its image by the digest of exactly its tag', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const imageWith = (digests: Record<string, string>) =>
      pick(render(CHART, 'sign-in', { ...values, image: 'proxy:1.0.0', digests }), 'Deployment', 'sign-in')
        .spec.template.spec.containers[0].image;
    expect(imageWith({ 'proxy:1.0.0': digest })).toBe(`proxy:1.0.0@${digest}`);
    expect(imageWith({ 'proxy:0.9.0': digest })).toBe('proxy:1.0.0');
  });

  test('has one callback and one cookie for all environments', () => {
    const manifests = render(CHART, 'sign-in', values);
    const settings = pick(manifests, 'ConfigMap', 'sign-in').data?.['oauth2-proxy.cfg'] ?? '';
    expect(
      pick(manifests, 'Ingress', 'sign-in').spec.rules.map(({ host }: { host: string }) => host),
    ).toEqual(['entrar.vigia.example']);
    expect(settings).toContain('redirect_url = "https://entrar.vigia.example/oauth2/callback"');
    expect(settings).toContain('cookie_domains = [".vigia.example"]');
    expect(settings).toContain('whitelist_domains = [".vigia.example"]');
    expect(settings).toContain('cookie_httponly = true');
  });

  test('logs neither accounts nor addresses', () => {
    const settings =
      pick(render(CHART, 'sign-in', values), 'ConfigMap', 'sign-in').data?.['oauth2-proxy.cfg'] ?? '';
    // Both are on by default: https://oauth2-proxy.github.io/oauth2-proxy/configuration/overview
    for (const log of ['auth_logging', 'request_logging']) expect(settings).toMatch(`\n${log} = false\n`);
  });

  test('starts at an environment only: its own host redirects nowhere', () => {
    const manifests = render(CHART, 'sign-in', values);
    const paths = pick(manifests, 'Ingress', 'sign-in').spec.rules[0].http.paths;
    expect(paths.map(({ path, pathType }: { path: string; pathType: string }) => [path, pathType])).toEqual([
      ['/oauth2/callback', 'Exact'],
    ]);
    expect(pick(manifests, 'ConfigMap', 'sign-in').data?.['error.html']).not.toContain('/start');
  });

  test('passes the account on, and trusts private proxies only', () => {
    const settings =
      pick(render(CHART, 'sign-in', values), 'ConfigMap', 'sign-in').data?.['oauth2-proxy.cfg'] ?? '';
    expect(settings).toContain('set_xauthrequest = true');
    expect(settings).toMatch(/trusted_proxy_ips = \["10\.0\.0\.0\/8", .*"fc00::\/7"\]/);
    const { signIn } = readYaml('deploy/tenant-chart/values.yaml');
    expect(settings).toContain(`cookie_name = "${signIn.cookie}"`);
  });

  test('lasts shorter than a removed environment’s name rests', () => {
    const settings =
      pick(render(CHART, 'sign-in', values), 'ConfigMap', 'sign-in').data?.['oauth2-proxy.cfg'] ?? '';
    const hours = Number(/cookie_expire = "(\d+)h"/.exec(settings)?.[1]);
    expect(hours * 3_600_000).toBeLessThan(NAME_QUARANTINE_MS);
  });

  test('is reachable for the environments at its address', () => {
    const manifests = render(CHART, 'sign-in', values);
    const { signIn } = readYaml('deploy/tenant-chart/values.yaml');
    const service = pick(manifests, 'Service', 'sign-in');
    expect([service.metadata.name, service.spec.ports[0].port]).toEqual([signIn.service, signIn.port]);
    expect(pick(manifests, 'NetworkPolicy', 'sign-in').spec.ingress[0].from).toContainEqual({
      namespaceSelector: {},
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'vigia-tenant' } },
    });
  });

  test('matches the client in the realm', () => {
    const realm = JSON.parse(readFileSync(join(projectRoot, 'deploy/keycloak/realm.json'), 'utf8')) as {
      clients: { clientId: string; redirectUris?: string[] }[];
    };
    const { clientId } = readYaml(`${CHART}/values.yaml`);
    expect(realm.clients.find((client) => client.clientId === clientId)?.redirectUris).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Keycloak fills it in at the import.
      '${SIGN_IN_URL}/oauth2/callback',
    ]);
  });
});
