/** What the one server runs beside the environments: rendered, strict, and in step with what it belongs to. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { FREE_REQUESTS } from '#domain/clusters/room.ts';
import { PLATFORM_REQUESTS } from '#domain/clusters/server-room.ts';
import { customProblems } from './custom-kinds.ts';
import { schemaProblems } from './kubernetes-schemas.ts';
import { type Manifest, pick, readManifests, render } from './render.ts';
import { tenantProfile } from './single-node-values.ts';

const folder = 'deploy/single-node';
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const versions = JSON.parse(read('deploy/versions.json')) as Record<string, string>;
const values = {
  ...versions,
  restic: '0.18.1',
  keycloakUrl: 'https://auth.vigia.example',
  tenantDomain: 'clientes.vigia.example',
  dnsZone: 'vigia.example',
  acme: { email: 'operador@vigia.example' },
  copies: { repository: 's3:https://conta.s3.vigia.example/copias' },
};
const platform = (more: object = {}) => render(`${folder}/chart`, 'platform', { ...values, ...more });
const ofKubernetes = ({ apiVersion }: Manifest): boolean => !/cert-manager\.io|cattle\.io/.test(apiVersion);

interface Container {
  readonly name: string;
  readonly image: string;
  readonly resources: { readonly requests: Record<string, string> };
  readonly securityContext: Record<string, unknown>;
}
const podOf = ({ kind, spec }: Manifest) =>
  (kind === 'CronJob' ? spec.jobTemplate.spec.template.spec : spec.template.spec) as {
    containers: Container[];
    initContainers?: Container[];
    securityContext: object;
  };
const workloads = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'CronJob'].includes(kind));
const containersOf = (manifest: Manifest): Container[] => [
  ...(podOf(manifest).initContainers ?? []),
  ...podOf(manifest).containers,
];

const megabytes = (amount: string): number =>
  Number.parseInt(amount, 10) * (amount.endsWith('Gi') ? 1024 : 1);
const millis = (amount: string): number =>
  amount.endsWith('m') ? Number.parseInt(amount, 10) : Number(amount) * 1000;
const requested = (containers: readonly Container[]) => ({
  memoryMib: containers.reduce(
    (sum, { resources }) => sum + megabytes(resources.requests['memory'] ?? ''),
    0,
  ),
  cpuMillis: containers.reduce((sum, { resources }) => sum + millis(resources.requests['cpu'] ?? ''), 0),
});

describe.skipIf(inject('chartTools').helm === null)('the platform', () => {
  test.skipIf(inject('chartTools').schemas === null)('is what Kubernetes understands', () => {
    expect(schemaProblems(platform().filter(ofKubernetes))).toEqual([]);
    expect(schemaProblems(readManifests(read(`${folder}/namespaces.yaml`)))).toEqual([]);
    expect(schemaProblems(readManifests(read(`${folder}/argocd.yaml`)))).toEqual([]);
  });

  test.skipIf(inject('chartTools').crds === null)('is what cert-manager and k3s understand', () => {
    const own = platform().filter((each) => !ofKubernetes(each));
    expect(own.map(({ kind }) => kind).toSorted()).toEqual([
      'Certificate',
      'ClusterIssuer',
      'HelmChartConfig',
    ]);
    expect(customProblems(own)).toEqual([]);
    // That the check sees a misspelt field.
    const [first] = own;
    expect(customProblems([{ ...(first as Manifest), spec: { ...first?.spec, dnsNamez: [] } }])).not.toEqual(
      [],
    );
  });

  test('runs exact versions, by digest where one is known', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const image = `quay.io/keycloak/keycloak:${versions['keycloak']}`;
    const imagesIn = (digests: object) =>
      workloads(platform({ digests })).flatMap((each) =>
        containersOf(each).map((container) => container.image),
      );
    for (const each of imagesIn({})) expect(each).toMatch(/:v?\d+(\.\d+)+$/);
    expect(imagesIn({ [image]: digest })).toContain(`${image}@${digest}`);
    expect(() => platform({ keycloak: 'latest' })).toThrow(/keycloak/);
  });

  test('needs no more than the level “restricted” allows', () => {
    for (const each of workloads(platform())) {
      expect(podOf(each).securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext } of containersOf(each))
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
    }
    const made = readManifests(read(`${folder}/namespaces.yaml`));
    for (const { metadata } of made)
      expect(metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const used = platform().map(({ metadata }) => (metadata as { namespace?: string }).namespace);
    const known = ['kube-system', undefined, ...made.map(({ metadata }) => metadata.name)];
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('names no secret that the script does not make', () => {
    const script = read(`${folder}/cluster.sh`);
    const text = JSON.stringify(platform());
    const named = [
      ...text.matchAll(
        /"(?:secretKeyRef|secretRef|apiTokenSecretRef)":\{(?:"name":"([\w-]+)")?(?:[^}]*"name":"([\w-]+)")?/g,
      ),
    ];
    const names = new Set(named.map(([, first, second]) => first ?? second));
    expect([...names].toSorted()).toEqual(['cloudflare', 'copies', 'keycloak', 'postgresql', 'tunnel']);
    for (const name of names) expect(script).toMatch(new RegExp(`^ *secret [\\w-]+ ${name} `, 'm'));
  });

  test('brings the realm and every file of the theme as they are', () => {
    const manifests = platform();
    expect(pick(manifests, 'ConfigMap', 'keycloak-realm').data?.['realm.json']?.trim()).toBe(
      read('deploy/keycloak/realm.json').trim(),
    );
    const { binaryData } = pick(manifests, 'ConfigMap', 'keycloak-theme') as unknown as {
      binaryData: Record<string, string>;
    };
    const volume = pick(manifests, 'Deployment', 'keycloak').spec.template.spec.volumes.find(
      ({ name }: { name: string }) => name === 'theme',
    );
    const mounted: { key: string; path: string }[] = volume.configMap.items;
    const theme = join(projectRoot, 'deploy/keycloak/theme/vigia');
    const files = readdirSync(theme, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(theme, join(entry.parentPath, entry.name)));
    expect(mounted.map(({ path }) => path).toSorted()).toEqual(files.toSorted());
    for (const { key, path } of mounted)
      expect(Buffer.from(binaryData[key] ?? '', 'base64').equals(readFileSync(join(theme, path))), path).toBe(
        true,
      );
    // A ConfigMap holds a mebibyte.
    expect(JSON.stringify(binaryData).length).toBeLessThan(1024 * 1024);
  });

  test('is the same each time, so that a second installation restarts nothing', () => {
    const deployments = ['a', 'b', 'c'].map((name) =>
      // Rendered anew for another address, which is in the issuer only.
      pick(platform({ acme: { email: `${name}@vigia.example` } }), 'Deployment', 'keycloak'),
    );
    expect(deployments[1]).toEqual(deployments[0]);
    expect(deployments[2]).toEqual(deployments[0]);
  });

  test('reaches Keycloak through the tunnel only, and the database from Keycloak only', () => {
    const manifests = platform();
    const { spec: keycloak } = pick(manifests, 'NetworkPolicy', 'keycloak');
    expect(keycloak.ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'cloudflared' } } }],
        ports: [{ protocol: 'TCP', port: 'http' }],
      },
    ]);
    const { spec: database } = pick(manifests, 'NetworkPolicy', 'postgresql');
    expect(
      database.ingress[0].from.map(
        (each: { podSelector: { matchLabels: Record<string, string> } }) =>
          each.podSelector.matchLabels['app.kubernetes.io/name'],
      ),
    ).toEqual(['keycloak', 'keycloak-copy']);
    expect(manifests.some(({ kind }) => kind === 'Ingress')).toBe(false);
  });

  test('shows the wildcard certificate wherever an Ingress names none', () => {
    const manifests = platform();
    const certificate = pick(manifests, 'Certificate');
    expect(certificate.spec.dnsNames).toEqual(['*.clientes.vigia.example']);
    const config = pick(manifests, 'HelmChartConfig');
    const ingress = parse(config.spec.valuesContent) as { tlsStore: { default: object } };
    // Traefik reads it in the store's own namespace.
    expect(ingress.tlsStore.default).toEqual({
      defaultCertificate: { secretName: certificate.spec.secretName },
    });
    expect((certificate.metadata as { namespace?: string }).namespace).toBe('kube-system');
  });

  test('copies the accounts only where there is a storage', () => {
    const without = platform({ copies: { repository: '' } });
    expect(without.some(({ kind }) => kind === 'CronJob')).toBe(false);
    expect(without.some(({ metadata }) => metadata.name === 'replicator')).toBe(false);
    const job = pick(platform(), 'CronJob');
    expect(JSON.stringify(job)).toContain('s3:https://conta.s3.vigia.example/copias/keycloak');
  });

  test('requests what the ceiling counts for it', () => {
    const running = workloads(platform()).flatMap((each) =>
      each.kind === 'CronJob'
        ? []
        : Array<Container[]>(each.spec.replicas).fill(podOf(each).containers).flat(),
    );
    const ours = requested(running);
    const argocd = read(`${folder}/argocd-resources.txt`)
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + megabytes(line.split(' ')[1] ?? ''), 0);
    const entry = render('deploy/sign-in-chart', 'sign-in', {
      domain: 'vigia.example',
      issuer: 'https://auth.vigia.example/realms/vigia',
      ingress: { className: 'traefik', controllerNamespace: 'kube-system' },
    });
    // The sign-in, and the page of what does not run; two pods of each.
    const signIn = requested(
      entry
        .filter(({ kind }) => kind === 'Deployment')
        .flatMap((each) => [podOf(each), podOf(each)])
        .flatMap(({ containers }) => containers),
    );
    // cert-manager.yaml, Traefik's in certificate.yaml, CoreDNS and the metrics server of k3s.
    const others = 64 + 32 + 64 + 128 + 70 + 70;
    expect(ours.memoryMib + argocd + signIn.memoryMib + others).toBeLessThanOrEqual(
      PLATFORM_REQUESTS.memoryMib,
    );
    expect(ours.cpuMillis + 200 + signIn.cpuMillis + 330).toBeLessThanOrEqual(PLATFORM_REQUESTS.cpuMillis);
  });
});

describe.skipIf(inject('chartTools').helm === null)('an environment on it', () => {
  test.skipIf(inject('chartTools').schemas === null)('is what Kubernetes understands', () => {
    expect(schemaProblems(render('deploy/tenant-chart', 't-7k2m9', tenantProfile))).toEqual([]);
  });

  test('requests what the ceiling counts for it', () => {
    const pod = podOf(pick(render('deploy/tenant-chart', 't-7k2m9', tenantProfile), 'StatefulSet'));
    expect(requested(pod.containers)).toEqual(FREE_REQUESTS);
  });

  test('reads the keys of its copies from the Secret that the replicator brings', () => {
    const job = pick(render('deploy/tenant-chart', 't-7k2m9', tenantProfile), 'CronJob');
    const [keep] = podOf(job).containers as unknown as { envFrom: { secretRef: { name: string } }[] }[];
    expect(keep?.envFrom).toEqual([{ secretRef: { name: 'copies' } }]);
    const script = read(`${folder}/cluster.sh`);
    const [, pattern = ''] = /replicate-to: '([^']+)'/.exec(script) ?? [];
    const names = new RegExp(`^(?:${pattern})$`);
    expect(['t-0123456789abcdef', 'argocd', 't-', 'xt-0f'].map((name) => names.test(name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
