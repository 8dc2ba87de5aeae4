/** The tenant chart: rendered by Helm with the Worker's values, checked by Kubernetes' schemas, and its guarantees. */
import { describe, expect, inject, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { CHART_VOLUME_MIB, volumeMib, writeSize } from '#domain/clusters/volume.ts';
import { applicationName, dataClaimOf, toArgocdApplication } from '#functions/vendors/argocd/application.ts';
import type { TenantApplication } from '#functions/vendors/cluster.ts';
import { schemaProblems } from './kubernetes-schemas.ts';
import { type Manifest, pick, render } from './render.ts';

const CHART = 'deploy/tenant-chart';
const bakery: TenantApplication = {
  counterTokenSha256: 'ab'.repeat(32),
  orderId: '0a1b2c3d-4e5f-4000-8000-000000000000',
  subdomain: 'padaria',
  planId: 'pro',
  monitorsMax: 75,
};

/** The operator's values; see docs/cluster.md. */
const operatorValues = {
  ingress: { className: 'traefik', controllerNamespace: 'traefik' },
  storage: { className: 'rápida' },
};
const growing = {
  canGrow: true,
  sizesMib: { free: 1024, essential: 2048, pro: 3072, enterprise: 4096 },
} as const;

/** The values exactly as the adapter puts them into an application. */
function sentValues(application: TenantApplication, mib?: number): Record<string, unknown> {
  const placement = {
    project: 'vigia-tenants',
    destination: { server: 'https://kubernetes.default.svc' },
    source: { repoURL: 'https://git.vigia.example/vigia/vigia.git', path: CHART, targetRevision: 'main' },
    values: operatorValues,
    host: '{tenant}.vigia.example',
  };
  return toArgocdApplication(application, placement, mib).spec.source.helm.valuesObject;
}

function renderTenant(
  changes: Partial<TenantApplication> = {},
  over: Record<string, unknown> = {},
  name: string = applicationName(bakery.orderId),
) {
  return render(CHART, name, { ...operatorValues, ...sentValues({ ...bakery, ...changes }), ...over });
}

const workload = (manifests: readonly Manifest[]) => pick(manifests, 'StatefulSet').spec;
const container = (manifests: readonly Manifest[], name: string) =>
  workload(manifests).template.spec.containers.find((one: { name: string }) => one.name === name);

describe.skipIf(inject('chartTools').helm === null)('the tenant chart', () => {
  test('runs an image by the digest of exactly its tag', () => {
    const digest = `sha256:${'ab'.repeat(32)}`;
    const images = { instance: 'kuma:1.0.0', gateway: 'nginx:1.0.0' };
    const imagesWith = (digests: Record<string, string>) =>
      ['instance', 'gateway'].map((name) => container(renderTenant({}, { images, digests }), name).image);
    expect(imagesWith({})).toEqual(['kuma:1.0.0', 'nginx:1.0.0']);
    expect(imagesWith({ 'kuma:1.0.0': digest, 'nginx:0.9.0': digest })).toEqual([
      `kuma:1.0.0@${digest}`,
      'nginx:1.0.0',
    ]);
    expect(() => imagesWith({ 'kuma:1.0.0': 'sha256:short' })).toThrow(/digests/);
  });

  test.skipIf(inject('chartTools').schemas === null).each(plansJson.plans.map(({ id }) => id))(
    'matches Kubernetes’ schemas, on the plan %s',
    (planId) => {
      expect(schemaProblems(renderTenant({ planId }))).toEqual([]);
    },
  );

  test.skipIf(inject('chartTools').schemas === null)(
    'fails Kubernetes’ schemas with a misspelt field, wrong type or unknown kind',
    () => {
      const misspelt = renderTenant();
      container(misspelt, 'instance').readinesProbe = {};
      expect(schemaProblems(misspelt).join()).toContain('readinesProbe');
      const wrong = renderTenant();
      workload(wrong).replicas = 'um';
      expect(schemaProblems(wrong).join()).toContain('/spec/replicas must be integer');
      const [first] = renderTenant();
      expect(schemaProblems([{ ...(first as Manifest), apiVersion: 'apps/v1beta9' }])).toHaveLength(1);
    },
  );

  test('accepts the functions’ values, and nothing misspelt', () => {
    expect(() => renderTenant()).not.toThrow();
    expect(() => renderTenant({}, { subdominio: 'padaria' })).toThrow(/subdominio/);
    expect(() => renderTenant({ planId: 'pro-max' })).toThrow(/planId/);
    expect(() => renderTenant({ monitorsMax: 0 })).toThrow(/monitorsMax/);
    expect(() => renderTenant({}, { functions: { tokenSha256: '' } })).toThrow(/tokenSha256/);
  });

  test('gives each plan of the catalogue its own resources', () => {
    const limits = plansJson.plans.map(({ id }) => {
      const { resources } = container(renderTenant({ planId: id }), 'instance');
      return resources.limits.memory;
    });
    expect(new Set(limits).size).toBe(plansJson.plans.length);
  });

  test('refuses a name that is too long or not a tenant’s', () => {
    const longest = `t-${'a'.repeat(18)}`;
    expect(() => renderTenant({}, {}, longest)).not.toThrow();
    expect(() => renderTenant({}, {}, `${longest}a`)).toThrow(/at most 20/);
    expect(() => renderTenant({}, {}, 'padaria')).toThrow(/t-\{tenantId\}/);
  });

  test('uses the subdomain in host and labels only', () => {
    const subdomain = `9${'x'.repeat(62)}`;
    const manifests = renderTenant({ subdomain });
    expect(schemaProblems(manifests)).toEqual([]);
    expect(pick(manifests, 'Ingress').spec.rules[0].host).toBe(`${subdomain}.vigia.example`);
    for (const { kind, metadata } of manifests) {
      expect([kind, metadata.name]).toEqual([kind, expect.not.stringContaining(subdomain)]);
      expect(metadata.labels).toMatchObject({ 'tenant/subdomain': subdomain });
    }
  });

  test('a host with another subdomain is refused', () => {
    expect(() => renderTenant({}, { host: 'outra.vigia.example' })).toThrow(/not the subdomain/);
  });

  test('suspended, nothing runs and everything is kept', () => {
    const running = renderTenant();
    const suspended = renderTenant({ isSuspended: true });
    expect([workload(running).replicas, workload(suspended).replicas]).toEqual([1, 0]);
    const names = (manifests: Manifest[]) =>
      manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names(suspended)).toEqual(names(running));
    expect(pick(suspended, 'PersistentVolumeClaim')).toEqual(pick(running, 'PersistentVolumeClaim'));
  });

  test('only an environment of our own is open, and its companion has room for visitors', () => {
    const envOf = (manifests: Manifest[]) =>
      container(manifests, 'companion').env.map(({ name }: { name: string }) => name);
    const [ours, theirs] = [renderTenant({ isReadOnly: true }), renderTenant()];
    expect(envOf(ours)).toContain('READ_ONLY');
    expect(envOf(theirs)).not.toContain('READ_ONLY');
    expect(sentValues(bakery)).not.toHaveProperty('readOnly');
    expect(container(ours, 'companion').resources.limits).toMatchObject({ cpu: '500m', memory: '256Mi' });
    expect(container(theirs, 'companion').resources.limits).toMatchObject({ cpu: '200m', memory: '192Mi' });
  });

  test.skipIf(inject('chartTools').schemas === null)('an environment of our own is valid too', () => {
    expect(schemaProblems(renderTenant({ isReadOnly: true }))).toEqual([]);
  });

  test('the data survive the application: never pruned or deleted', () => {
    const manifests = renderTenant();
    expect(pick(manifests, 'PersistentVolumeClaim').metadata.name).toBe(
      dataClaimOf(applicationName(bakery.orderId)),
    );
    expect(pick(manifests, 'PersistentVolumeClaim').metadata.annotations).toEqual({
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
      'helm.sh/resource-policy': 'keep',
    });
    expect(manifests.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
    expect(workload(manifests).volumeClaimTemplates).toBeUndefined();
  });

  test('a plan change leaves the selector; the volume has what the application asks for, and the quota room for it', () => {
    let mib: number | null = null;
    const asked = ['free', 'essential', 'pro', 'enterprise', 'pro', 'free'].map((planId) => {
      mib = volumeMib({ planId, storage: growing, hadMib: mib, hereMib: mib });
      const manifests = render(
        CHART,
        applicationName(bakery.orderId),
        sentValues({ ...bakery, planId }, mib),
      );
      expect(workload(manifests).selector).toEqual(workload(renderTenant()).selector);
      const claim = pick(manifests, 'PersistentVolumeClaim').spec;
      expect(claim.storageClassName).toBe('rápida');
      expect(pick(manifests, 'ResourceQuota').spec.hard['requests.storage']).toBe(
        claim.resources.requests.storage,
      );
      return claim.resources.requests.storage;
    });
    expect(asked).toEqual(['1Gi', '2Gi', '3Gi', '4Gi', '4Gi', '4Gi']);
  });

  test('a chart that is told no size has the one that is read back for it', () => {
    const { requests } = pick(renderTenant(), 'PersistentVolumeClaim').spec.resources;
    expect(requests.storage).toBe(writeSize(CHART_VOLUME_MIB));
  });

  test('only the gateway has a port; the instance is local', () => {
    const manifests = renderTenant();
    expect(pick(manifests, 'Service').spec.ports).toEqual([
      { name: 'http', port: 80, targetPort: 'gateway' },
    ]);
    expect(container(manifests, 'instance').env).toEqual(
      expect.arrayContaining([
        { name: 'UPTIME_KUMA_HOST', value: '127.0.0.1' },
        { name: 'UPTIME_KUMA_DB_TYPE', value: 'sqlite' },
      ]),
    );
    expect(container(manifests, 'instance').ports).toBeUndefined();
  });

  test('monitors reach the internet, not private networks, the cluster or a metadata service', () => {
    const { egress, ingress } = pick(
      renderTenant({}, { network: { deniedCidrs: ['198.51.7.0/28'] } }),
      'NetworkPolicy',
    ).spec;
    const blocks = egress.flatMap(({ to }: { to: { ipBlock?: unknown }[] }) =>
      to.flatMap(({ ipBlock }) => ipBlock ?? []),
    );
    expect(blocks).toHaveLength(2);
    expect(blocks[0].except).toEqual(
      expect.arrayContaining([
        '10.0.0.0/8',
        '172.16.0.0/12',
        '192.168.0.0/16',
        '100.64.0.0/10',
        '169.254.0.0/16',
        '127.0.0.0/8',
        '198.51.7.0/28',
      ]),
    );
    // Outside of global unicast: fd00:ec2::254, ::1, fe80:: and mapped IPv4 addresses.
    expect(blocks[1].cidr).toBe('2000::/3');
    expect(ingress).toHaveLength(1);
    expect(ingress[0].ports).toEqual([{ protocol: 'TCP', port: 'gateway' }]);
  });

  test('a pod that never becomes ready is replaced by a corrected one', () => {
    expect(workload(renderTenant()).podManagementPolicy).toBe('Parallel');
  });

  test('the instance’s time zone is its owner’s: no variable overrides it', () => {
    const names = container(renderTenant(), 'instance').env.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('TZ');
  });

  test('resources match the measurements, and two pods fit the quota', () => {
    const manifests = renderTenant({ planId: 'enterprise' });
    const mebibytes = (text: string) => Number.parseInt(text, 10) * (text.endsWith('Gi') ? 1024 : 1);
    const { containers } = workload(manifests).template.spec;
    const sum = containers.reduce(
      (total: number, one: { resources: { limits: { memory: string } } }) =>
        total + mebibytes(one.resources.limits.memory),
      0,
    );
    const { hard } = pick(manifests, 'ResourceQuota').spec;
    expect(mebibytes(hard['limits.memory'])).toBeGreaterThanOrEqual(2 * sum);
    expect(hard).toMatchObject({ pods: '2', persistentvolumeclaims: '1', 'services.loadbalancers': '0' });
    // Measured: 70 MB and, for the smallest plan, 193 MB.
    expect(mebibytes(container(manifests, 'companion').resources.requests.memory)).toBeGreaterThan(70);
    const smallest = container(renderTenant({ planId: 'free' }), 'instance').resources.requests.memory;
    expect(mebibytes(smallest)).toBeGreaterThan(193);
  });

  test('a new list of admitted accounts restarts nothing', () => {
    const admitted = { revision: 3, accounts: ['0b3f2c1a-dona'] };
    const [before, after] = [renderTenant(), renderTenant({}, { admitted })];
    expect(workload(after)).toEqual(workload(before));
    const list = pick(after, 'ConfigMap', `${applicationName(bakery.orderId)}-admitted`).data?.[
      'admitted.json'
    ];
    expect(JSON.parse(list ?? '')).toEqual(admitted);
  });

  test.each([['https://evil'], ["'unsafe-inline'"], ['https:'], ['*'], ['https://a.example; script-src *']])(
    'analytics takes addresses only, not %s',
    (address) => {
      expect(() => renderTenant({}, { analytics: { scripts: [address] } })).toThrow(/analytics/);
    },
  );

  test('no container can gain privileges or reach the cluster’s API', () => {
    const { automountServiceAccountToken, securityContext, containers } = workload(renderTenant()).template
      .spec;
    expect([automountServiceAccountToken, securityContext.runAsNonRoot]).toEqual([false, true]);
    for (const { name, securityContext: own, resources } of containers) {
      expect([name, own.allowPrivilegeEscalation, own.capabilities]).toEqual([
        name,
        false,
        { drop: ['ALL'] },
      ]);
      expect(Object.keys(resources.limits)).toEqual(expect.arrayContaining(['cpu', 'memory']));
    }
  });
});

describe.skipIf(inject('chartTools').helm === null)('copies', () => {
  const on = {
    copies: { schedule: '17 4 * * *', repository: 's3:https://s3.vigia.example/copies' },
  };
  const restore = { id: '0a1b2c3d-0000-4000-8000-000000000000', snapshot: 'latest' };
  const podOf = (manifests: readonly Manifest[]) => pick(manifests, 'CronJob').spec.jobTemplate.spec.template;

  test('are off by default, and then nothing of them is there', () => {
    const manifests = renderTenant();
    expect(manifests.map(({ kind }) => kind)).not.toContain('CronJob');
    expect(workload(manifests).template.metadata.labels).not.toHaveProperty('tenant/volume');
    expect(workload(manifests).template.spec.initContainers).toBeUndefined();
    expect(pick(manifests, 'ResourceQuota').spec.hard.pods).toBe('2');
  });

  test.skipIf(inject('chartTools').schemas === null)('match Kubernetes’ schemas, with a restore too', () => {
    expect(schemaProblems(renderTenant({}, on))).toEqual([]);
    expect(schemaProblems(renderTenant({}, { ...on, restore }))).toEqual([]);
  });

  test('run beside the instance, because a volume is on one node; and without it', () => {
    const manifests = renderTenant({}, on);
    const { metadata, spec } = podOf(manifests);
    const [term] = spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    const wanted = term.labelSelector.matchLabels;
    expect(workload(manifests).template.metadata.labels).toMatchObject(wanted);
    // Its own label too: the scheduler then places it while no other pod has it.
    expect(metadata.labels).toMatchObject(wanted);
    // And the Service leads to the environment only.
    const selector = pick(manifests, 'Service').spec.selector;
    expect(Object.entries(selector).every(([key, value]) => metadata.labels[key] === value)).toBe(false);
  });

  test('give the storage’s keys to restic alone', () => {
    const manifests = renderTenant({}, { ...on, restore });
    const pods = [podOf(manifests).spec, workload(manifests).template.spec];
    const withKeys = pods
      .flatMap(({ containers, initContainers = [] }) => [...initContainers, ...containers])
      .filter(({ envFrom = [] }: { envFrom?: unknown[] }) => envFrom.length > 0);
    expect(withKeys.map(({ name, image }) => [name, image.split(':')[0]])).toEqual([
      ['keep', 'restic/restic'],
      ['fetch', 'restic/restic'],
    ]);
  });

  test('keep the rules of every pod', () => {
    const { spec } = podOf(renderTenant({}, on));
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(spec.automountServiceAccountToken).toBe(false);
    for (const { securityContext } of [...spec.initContainers, ...spec.containers])
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      });
  });

  test('are put back before the instance starts, and only where they are made', () => {
    const { initContainers } = workload(renderTenant({}, { ...on, restore })).template.spec;
    expect(initContainers.map(({ name }: { name: string }) => name)).toEqual(['fetch', 'put-back']);
    expect(() => renderTenant({}, { restore })).toThrow(/copies.schedule/);
    expect(() => renderTenant({}, { copies: { schedule: '17 4 * * *' } })).toThrow(/repository/);
    expect(() => renderTenant({}, { ...on, restore: { ...restore, snapshot: '$(reboot)' } })).toThrow(
      /snapshot/,
    );
  });
});
