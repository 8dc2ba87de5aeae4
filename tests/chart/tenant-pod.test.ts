/** What the environment's pod is made of: images, probes, and what each container may reach and use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { projectRoot } from '#dev/project-root.ts';
import { ENVIRONMENT_MIB } from '#domain/clusters/room.ts';
import { schemaProblems } from './kubernetes-schemas.ts';
import { type Manifest, pick, readManifests } from './render.ts';
import { configOf, renderTenant } from './tenant-nginx.ts';

const render = (values: object = {}) =>
  renderTenant({ functions: { tokenSha256: 'ab'.repeat(32) }, ...values });
const podOf = (values?: object) => pick(render(values), 'StatefulSet').spec.template.spec;
const container = (name: string, values?: object) =>
  podOf(values).containers.find((one: { name: string }) => one.name === name);

const COPIES = { schedule: '17 4 * * *', repository: 's3:https://s3.vigia.example/copies' };
const RESTORE = { id: '0a1b2c3d-0000-4000-8000-000000000000', snapshot: 'latest' };
/** The pods of an environment: its own, while a copy is put back, and that of a copy. */
const podsOf = (manifests: readonly Manifest[]) => [
  pick(manifests, 'StatefulSet').spec.template.spec,
  pick(manifests, 'CronJob').spec.jobTemplate.spec.template.spec,
];
const mebibytes = (text: string): number =>
  Number.parseInt(text, 10) * ({ Mi: 1, Gi: 1024, Ti: 1024 ** 2 }[text.slice(-2)] ?? Number.NaN);

interface Container {
  readonly name: string;
  readonly resources: Record<'requests' | 'limits', Record<string, string>>;
}
const DISK = 'ephemeral-storage';
/** What the kubelet counts against a pod: its containers together, or a single one before them. */
const diskOf = ({ containers, initContainers = [] }: Record<string, Container[]>): number => {
  const limits = (list: Container[]) => list.map(({ resources }) => mebibytes(resources.limits[DISK] ?? ''));
  const together = limits(containers ?? []).reduce((sum, each) => sum + each, 0);
  return Math.max(together, ...limits(initContainers));
};

describe.skipIf(inject('chartTools').helm === null)('the disks of the nodes', () => {
  test.each(plansJson.plans.map(({ id }) => id))(
    'have a limit for each container, on the plan %s',
    (planId) => {
      for (const { containers, initContainers } of podsOf(
        render({ planId, copies: COPIES, restore: RESTORE }),
      ))
        for (const { name, resources } of [...initContainers, ...containers])
          for (const amounts of [resources.requests, resources.limits])
            expect([name, Object.keys(amounts).toSorted()]).toEqual([name, ['cpu', DISK, 'memory']]);
    },
  );

  test('have room for what a container keeps there', () => {
    for (const pod of podsOf(render({ copies: COPIES, restore: RESTORE }))) {
      const sizes: string[] = pod.volumes.flatMap(({ emptyDir }: { emptyDir?: { sizeLimit?: string } }) =>
        emptyDir ? [emptyDir.sizeLimit ?? 'none'] : [],
      );
      expect(sizes.length).toBeGreaterThan(0);
      for (const size of sizes) expect(mebibytes(size)).toBeLessThanOrEqual(diskOf(pod));
    }
  });

  test.each(['512Mi', '4Gi', '1Ti'])(
    'are shared: two pods and a copy fit the quota, with %s of volume',
    (size) => {
      const manifests = render({ copies: COPIES, restore: RESTORE, storage: { size } });
      const [own = {}, copy = {}] = podsOf(manifests);
      const { hard } = pick(manifests, 'ResourceQuota').spec;
      expect(mebibytes(hard[`limits.${DISK}`])).toBeGreaterThanOrEqual(2 * diskOf(own) + diskOf(copy));
    },
  );
});

test.skipIf(inject('chartTools').helm === null)(
  'a cluster’s room is counted with the memory that a pod asks for',
  () => {
    const asked = ['free', 'essential'].map((planId) => {
      const { containers } = podOf({ planId });
      const requests = (containers as Container[]).map(({ resources }) => resources.requests['memory'] ?? '');
      return requests.reduce((sum, each) => sum + mebibytes(each), 0);
    });
    // More would leave room empty, less would promise what is not there.
    expect(Math.max(...asked)).toBeLessThanOrEqual(ENVIRONMENT_MIB);
    expect(Math.max(...asked)).toBeGreaterThan(ENVIRONMENT_MIB * 0.7);
  },
);

describe.skipIf(inject('chartTools').helm === null)('whom the cluster keeps when a node runs short', () => {
  const objects = readManifests(
    readFileSync(join(projectRoot, 'deploy/argocd/priority-classes.yaml'), 'utf8'),
  );
  const classes = objects as unknown as {
    metadata: { name: string };
    value: number;
    preemptionPolicy?: string;
  }[];
  const classOf = (name: string) => classes.find(({ metadata }) => metadata.name === name);

  test.skipIf(inject('chartTools').schemas === null)('is written as Kubernetes reads it', () => {
    expect(schemaProblems(objects)).toEqual([]);
  });

  test('paying customers before free ones, and before their copies', () => {
    const values = plansJson.plans.map(({ id }) => {
      const [own, copy] = podsOf(render({ planId: id, copies: COPIES }));
      const least = classOf(copy.priorityClassName)?.value ?? Number.NaN;
      const value = classOf(own.priorityClassName)?.value ?? Number.NaN;
      return [id, value > least];
    });
    expect(Object.fromEntries(values)).toEqual({ free: false, essential: true, pro: true, enterprise: true });
  });

  test('never before the sign-in and the cluster’s own, and nodes are added for each', () => {
    for (const { metadata, value } of classes)
      expect([metadata.name, value < 0 && value >= -10]).toEqual([metadata.name, true]);
    expect(classOf('vigia-free')?.preemptionPolicy).toBe('Never');
  });
});

describe.skipIf(inject('chartTools').helm === null)('the environment’s pod', () => {
  test('the gateway’s image is an exact one of nginx’s stable branch, without the known holes', () => {
    const image: string = container('gateway').image;
    const [, version = '', minor = ''] =
      /^nginxinc\/nginx-unprivileged:(1\.(\d+)\.\d+)-alpine$/.exec(image) ?? [];
    expect([image, Number(minor) % 2]).toEqual([image, 0]);
    // 1.28 has ended without corrections, and 1.30.7 has those of November 2026.
    expect([image, version.localeCompare('1.30.7', 'en', { numeric: true }) >= 0]).toEqual([image, true]);
  });

  test('no map of the gateway searches by an expression, but for the sign-in’s cookie', () => {
    const text = configOf(render(), 'gateway')['nginx.conf'] ?? '';
    const maps = [...text.matchAll(/^ *map ("[^"]*"|\S+) [^{]*\{([^}]*)\}/gm)];
    expect(maps.length).toBeGreaterThan(5);
    const searching = maps.filter(([, , body = '']) => /(^|[\s"])~/.test(body));
    expect(new Set(searching.map(([, of]) => of))).toEqual(new Set(['$http_cookie']));
  });

  test('each container is asked whether it lives, at another place than whether it is ready', () => {
    const probes = (name: string) => {
      const { livenessProbe, readinessProbe } = container(name);
      return [livenessProbe, readinessProbe];
    };
    const [companionLives, companionReady] = probes('companion');
    expect([companionLives.httpGet.path, companionReady.httpGet.path]).toEqual(['/alive', '/ready']);
    const [gatewayLives, gatewayReady] = probes('gateway');
    expect([gatewayLives.httpGet.path, gatewayReady.tcpSocket]).toEqual(['/-/alive', { port: 'gateway' }]);
    // A slow disk or one long query is no reason; minutes without an answer are.
    for (const { periodSeconds, failureThreshold } of [companionLives, gatewayLives])
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(120);
    // A new version may rewrite the whole database first, in up to half an hour.
    const { startupProbe, livenessProbe } = container('instance');
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(1800);
    expect(livenessProbe.exec).toEqual(startupProbe.exec);
  });
});
