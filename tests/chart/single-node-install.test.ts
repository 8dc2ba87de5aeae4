/** deploy/single-node/install.sh: what it refuses, what it does once, and that it may be repeated. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { SYSTEM_MIB } from '#domain/clusters/server-room.ts';
import { createStand, passwordSumIn, type Stand } from './single-node-stand.ts';
import { setupValues, valuesFile } from './single-node-values.ts';

let stand: Stand;
beforeEach(() => {
  stand = createStand();
});
afterEach(() => stand.remove());

const READS =
  /^(id|nproc|timedatectl|ss|df|getent|uname|curl|mkpasswd|kubectl (.* )?(get|wait|rollout)|sleep)\b/;
/** The calls that change something. */
const changes = (): string[] => stand.calls().filter((call) => !READS.test(call));

test.skipIf(inject('chartTools').shellcheck === null)(
  'the scripts are what shellcheck asks of a POSIX shell',
  () => {
    const folder = join(projectRoot, 'deploy/single-node');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.sh'));
    const { stdout, status } = spawnSync(
      inject('chartTools').shellcheck ?? '',
      [
        '--shell=sh',
        '--external-sources',
        ...scripts.map((name) => join(folder, name)),
        join(folder, '../argocd/project.sh'),
      ],
      { encoding: 'utf8', cwd: projectRoot },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  },
);

describe('a server that does not serve is refused with a sentence', () => {
  test.each<[string, (stand: Stand) => void, RegExp]>([
    ['not root', (each) => each.program('id', 'echo 1000'), /como root/],
    [
      'another system',
      (each) => each.put('etc/os-release', 'ID=ubuntu\nVERSION_ID="24.04"\n'),
      /ubuntu 24\.04; precisa ser Debian/,
    ],
    ['an old Debian', (each) => each.put('etc/os-release', 'ID=debian\nVERSION_ID="11"\n'), /debian 11/],
    ['another processor', (each) => each.program('uname', 'echo riscv64'), /riscv64/],
    [
      'less memory than setup heard of',
      (each) => each.put('proc/meminfo', 'MemTotal: 32768000 kB\n'),
      /tem 31 GiB de memória, e o setup ouviu 64/,
    ],
    [
      'too few processors',
      (each) => each.program('nproc', 'echo 4'),
      /tem 4 processadores, e 145 ambientes pedem 12/,
    ],
    [
      'a full disk',
      (each) => each.program('df', 'printf "h\\n/dev/sda1 9 9 1048576 99%% /\\n"'),
      /Há 1 GiB livres/,
    ],
    [
      'a taken port',
      (each) => each.program('ss', 'case "$*" in *:443*) echo LISTEN ;; esac'),
      /porta 443 já está em uso/,
    ],
    ['no DNS', (each) => each.program('getent', 'exit 2'), /não acha quay\.io/],
    [
      'a wildcard record elsewhere',
      (each) => each.program('getent', 'echo "198.51.100.9 STREAM"'),
      /\*\.clientes\.vigia\.example ainda não leva a 203\.0\.113\.7/,
    ],
  ])('%s', (_, breakIt, sentence) => {
    breakIt(stand);
    const { status, err } = stand.install(['servidor']);
    expect(err).toMatch(sentence);
    expect(err).toContain('Parou na etapa servidor');
    expect(status).toBe(1);
    expect(changes()).toEqual([]);
  });

  test('and one that does, is not', () => {
    expect(stand.install(['servidor'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('Serve: debian 13'),
    });
  });

  test('its own ports do not count against it the second time', () => {
    stand.put('etc/rancher/k3s/config.yaml', '');
    stand.program('ss', 'echo LISTEN');
    expect(stand.install(['servidor']).status).toBe(0);
  });
});

describe('the file of setup', () => {
  test('is data: a command in it is refused, and not run', () => {
    for (const line of ["SITE_URL=$(touch '{}')", 'touch {}', "A='x'; touch '{}'", "A='x'$(touch '{}')"]) {
      const { status, err } = stand.install(
        ['servidor'],
        `${valuesFile(setupValues)}${line.replace('{}', 'run-me')}\n`,
      );
      expect(err, line).toMatch(/não é como npm run setup o escreve/);
      expect(status).toBe(1);
    }
  });

  test('names every value that is missing at once', () => {
    const { err } = stand.install(
      ['servidor'],
      valuesFile({ ...setupValues, TUNNEL_TOKEN: '', K3S_TOKEN: '' }),
    );
    expect(err).toMatch(/Faltam em .*: TUNNEL_TOKEN K3S_TOKEN\./);
  });

  test('is of this version of the project', () => {
    expect(stand.install(['servidor'], valuesFile({ ...setupValues, FORMAT: '2' })).err).toMatch(
      /outra versão/,
    );
  });

  test('says wholly where copies go, or that there are none', () => {
    const { RESTIC_PASSWORD: _, ...rest } = setupValues;
    expect(stand.install(['servidor'], valuesFile(rest)).err).toMatch(/Falta RESTIC_PASSWORD/);
    expect(stand.install(['servidor'], valuesFile({ ...rest, COPIES: 'off' })).status).toBe(0);
    expect(stand.install(['servidor'], valuesFile({ ...rest, COPIES: 's3' })).err).toMatch(/'r2' ou 'off'/);
  });

  test('is read by its owner only', () => {
    stand.program('stat', 'echo 644');
    expect(stand.install(['servidor']).err).toMatch(/chmod 600/);
  });

  test('of the workflow with k3d is whole', () => {
    const { stdout } = spawnSync(process.execPath, [join(projectRoot, '.github/single-node-values.mjs')], {
      encoding: 'utf8',
    });
    expect(stand.install(['servidor'], stdout)).toMatchObject({ status: 0, err: '' });
  });

  test('a stage that does not exist is answered with those that do', () => {
    const { status, err } = stand.install(['tudo']);
    expect(status).toBe(1);
    expect(err).toMatch(/servidor sistema k3s helm segredos .*conferir/);
  });
});

test('--dry-run says what would be done, and does nothing', () => {
  const before = stand.files();
  const { status, out, err } = stand.install(['--dry-run']);
  expect(err).toBe('');
  expect(status).toBe(0);
  expect(out).toMatch(/\+ escrever \/etc\/rancher\/k3s\/config\.yaml/);
  expect(out).toMatch(/\+ baixar https:\/\/github\.com\/k3s-io\/k3s\//);
  expect(out).toMatch(/\+ helm upgrade --install platform/);
  expect(stand.files()).toEqual(before);
  expect(changes()).toEqual([]);
  expect(`${out}${stand.applied()}`).not.toContain('secret-');
});

describe('a fresh server', () => {
  test('is installed in order, and the second time nothing is started again', () => {
    const first = stand.install([]);
    expect(first.err).toBe('');
    expect(first.status).toBe(0);
    expect(first.out).toContain('cabem aqui 145 ambientes');
    const did = stand.calls();
    const order = [
      'apt-get install',
      'systemctl restart vigia-firewall.service',
      'k3s-script',
      'kubectl apply --server-side --field-manager=vigia --force-conflicts --filename .*namespaces.yaml',
      'helm upgrade --install cert-manager',
      'helm upgrade --install platform',
      'kubectl apply .*--namespace argocd --filename',
      'helm upgrade --install sign-in',
      'k3s etcd-snapshot save',
      'systemctl enable --now vigia-check.timer',
    ];
    const at = order.map((start) => did.findIndex((call) => new RegExp(`^${start}`).test(call)));
    expect(at, did.join('\n')).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));

    stand.put('../password-sum', passwordSumIn(stand.applied()));
    const before = stand.files();
    expect(stand.install([]).status).toBe(0);
    const again = stand.calls();
    expect(stand.files()).toEqual(before);
    expect(
      again.filter((call) =>
        /^(k3s-script|curl .*--output (?!.dev.null)|mkpasswd|systemctl restart)/.test(call),
      ),
    ).toEqual([]);
  });

  test('k3s is told its ceiling, once and where only root reads it', () => {
    stand.install(['k3s']);
    expect(stand.mode('etc/rancher/k3s/config.yaml')).toBe('600');
    expect(parse(stand.read('etc/rancher/k3s/config.yaml'))).toMatchObject({
      'cluster-init': true,
      'secrets-encryption': true,
      token: 'secret-k3s',
      'kubelet-arg': [
        'max-pods=256',
        expect.stringMatching(/^kube-reserved=.*memory=2Gi/),
        expect.stringMatching(/^system-reserved=.*memory=1Gi/),
      ],
      'kube-controller-manager-arg': ['node-cidr-mask-size=21'],
      'etcd-s3': true,
      'etcd-s3-config-secret': 'k3s-etcd-snapshot-s3-config',
    });
    // Both together.
    expect(SYSTEM_MIB).toBe(3 * 1024);
    stand.calls();
    stand.install(['k3s'], valuesFile({ ...setupValues, MAX_PODS: '448', COPIES: 'off' }));
    expect(changes()).toEqual(['systemctl restart k3s']);
    const config = parse(stand.read('etc/rancher/k3s/config.yaml')) as Record<string, unknown>;
    expect(config['kubelet-arg']).toContain('max-pods=448');
    expect(config).not.toHaveProperty('etcd-s3');
  });

  test('the range of a node that runs is not changed', () => {
    stand.install(['k3s']);
    const before = stand.read('etc/rancher/k3s/config.yaml');
    const { status, err } = stand.install(['k3s'], valuesFile({ ...setupValues, NODE_CIDR_MASK: '22' }));
    expect([status, err]).toEqual([1, expect.stringMatching(/outra faixa de endereços/)]);
    expect(stand.read('etc/rancher/k3s/config.yaml')).toBe(before);
  });

  test('goes on where it stopped', () => {
    stand.program('helm', 'case "$*" in *platform*) echo "Error: broken" >&2; exit 1 ;; esac');
    const { status, err } = stand.install([]);
    expect([status, err]).toEqual([1, expect.stringMatching(/broken[\s\S]*Parou na etapa plataforma/)]);
    stand.program('helm', ':');
    stand.calls();
    expect(stand.install([]).status).toBe(0);
    expect(stand.calls()).not.toContain('k3s-script');
  });

  test('a release that was interrupted does not hold the next try', () => {
    stand.install(['entrada']);
    expect(stand.calls().filter((call) => /^(helm|kubectl .*delete)/.test(call))).toEqual([
      'kubectl --namespace vigia-sign-in delete secret --ignore-not-found --selector owner=helm,name=sign-in,status in (pending-install,pending-upgrade,pending-rollback)',
      expect.stringMatching(/^helm upgrade --install sign-in /),
    ]);
  });

  test('what never becomes ready ends with what to look at', () => {
    stand.program('kubectl', 'case "$*" in *deployment/keycloak*) exit 1 ;; esac');
    const { status, err } = stand.install(['plataforma']);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/Keycloak não subiu em quinze minutos: kubectl -n keycloak logs/),
    ]);
  });
});

test('the push monitor that was written by hand stays', () => {
  stand.install(['vigilia']);
  expect([stand.read('etc/vigia/check.env'), stand.mode('etc/vigia/check.env')]).toEqual([
    'PUSH_URL=\nCOPIES=r2\n',
    '600',
  ]);
  const written = 'PUSH_URL=https://padaria.vigia.example/api/push/x?status=up\nCOPIES=r2\n';
  stand.put('etc/vigia/check.env', written);
  stand.install(['vigilia']);
  expect(stand.read('etc/vigia/check.env')).toBe(written);
});

test('without copies nothing of them is made', () => {
  const values = valuesFile({ ...setupValues, COPIES: 'off', COPIES_REPOSITORY: '' });
  expect(stand.install([], values).status).toBe(0);
  expect(stand.applied()).not.toContain('copies');
  expect(stand.calls().filter((call) => /keycloak-copy/.test(call))).toEqual([]);
});
