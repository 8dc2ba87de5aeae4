/** Which files each container has: the instance's has none of the companion's, whatever runs in it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { testFolder } from '#tests/support/folders.ts';
import { canSeparateFiles, inContainer, type PodContainer } from './pod-files.ts';
import { pick } from './render.ts';
import { renderTenant } from './tenant-nginx.ts';

const { helm } = inject('chartTools');
if (!canSeparateFiles)
  console.warn('Só root, no Linux, monta os arquivos de um contêiner à parte; esses testes não rodaram.');
const SECRET = 'token-of-the-alerts';
const values = {
  functions: { tokenSha256: 'ab'.repeat(32) },
  copies: { schedule: '17 4 * * *', repository: 's3:https://s3.vigia.example/copies' },
};

const containersOf = (): Record<string, PodContainer> => {
  const manifests = renderTenant(values);
  const pods = [
    pick(manifests, 'StatefulSet').spec.template.spec,
    pick(manifests, 'CronJob').spec.jobTemplate.spec.template.spec,
  ];
  const all: PodContainer[] = pods.flatMap(({ containers, initContainers = [] }) => [
    ...initContainers,
    ...containers,
  ]);
  return Object.fromEntries(all.map((each) => [each.name, each]));
};

/** Parts of the environment's volume that a container has. */
const partsOf = (name: string): (string | undefined)[] =>
  (containersOf()[name]?.volumeMounts ?? [])
    .filter((each) => each.name === 'data')
    .map(({ subPath }) => subPath);

describe.skipIf(helm === null)('of the environment’s volume', () => {
  test('each container has its part, and the one that runs what a customer types has not the companion’s', () => {
    expect(Object.fromEntries(Object.keys(containersOf()).map((name) => [name, partsOf(name)]))).toEqual({
      instance: ['instance'],
      companion: ['instance', 'vigia'],
      gateway: [],
      take: ['instance'],
      keep: ['vigia'],
    });
  });

  test('no container writes to its own root', () => {
    for (const { name, securityContext } of Object.values(containersOf()))
      expect([name, securityContext.readOnlyRootFilesystem]).toEqual([name, true]);
  });

  test('the containers see neither each other’s processes nor another user’s group', () => {
    const { shareProcessNamespace, hostPID, securityContext } = pick(renderTenant(values), 'StatefulSet').spec
      .template.spec;
    expect([shareProcessNamespace, hostPID, securityContext.runAsUser]).toEqual([undefined, undefined, 1000]);
  });
});

describe.skipIf(helm === null || !canSeparateFiles)('a process in a container', () => {
  let folder: string;
  let volume: string;
  beforeEach(() => {
    folder = testFolder();
    volume = join(folder, 'volume');
    for (const name of ['instance', 'vigia']) {
      mkdirSync(join(volume, name), { recursive: true });
      for (const file of ['alerts.json', 'kuma.db']) {
        const path = join(volume, name, file);
        writeFileSync(path, name === 'vigia' ? SECRET : 'data');
        // What `fsGroup` makes of a volume's files each time it is mounted.
        chownSync(path, 1000, 1000);
        chmodSync(path, 0o660);
      }
    }
  });

  const run = (name: string, command: string) => {
    const container = containersOf()[name];
    if (container === undefined) throw new Error(`no container ${name}`);
    const [program, words] = inContainer(container, { folder, volumes: { data: volume } }, [
      'sh',
      '-c',
      command,
    ]);
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const reads = (name: string, path: string) => run(name, `cat ${path}`).stdout;
  const writes = (name: string, path: string) => run(name, `touch ${path}/written`).status === 0;

  test('of the instance finds nothing that the companion keeps', () => {
    const found = run(
      'instance',
      `id -u; grep -rls ${SECRET} / --exclude-dir=proc --exclude-dir=dev --exclude-dir=usr`,
    );
    expect(found.stdout).toBe('1000\n');
    expect(reads('instance', '/app/data/kuma.db')).toBe('data');
    for (const path of ['/vigia/alerts.json', '/app/data/../../vigia/alerts.json', '/app/vigia/alerts.json'])
      expect([path, reads('instance', path)]).toEqual([path, '']);
    expect(reads('companion', '/vigia/alerts.json')).toBe(SECRET);
  });

  test('writes where it has to, and nowhere else', () => {
    const found = (name: string) =>
      ['/app', '/app/data', '/tmp', '/vigia', '/usr', '/etc', '/'].filter((path) => writes(name, path));
    expect(found('instance')).toEqual(['/app/data', '/tmp']);
    expect(found('companion')).toEqual(['/app/data', '/vigia']);
  });

  test('of a copy follows no link of the instance to the companion’s records', () => {
    symlinkSync('/volume/vigia/alerts.json', join(volume, 'instance/logo.png'));
    symlinkSync('../vigia', join(volume, 'instance/upload'));
    for (const path of ['/volume/instance/logo.png', '/volume/instance/upload/alerts.json'])
      expect([path, reads('take', path)]).toEqual([path, '']);
    expect(reads('take', '/volume/instance/kuma.db')).toBe('data');
    expect(reads('keep', '/volume/vigia/alerts.json')).toBe(SECRET);
  });
});
