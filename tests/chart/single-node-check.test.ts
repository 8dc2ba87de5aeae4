/** deploy/single-node/check.sh: the server's hourly look at itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStand, hoursFromNow, type Stand } from './single-node-stand.ts';

const SNAPSHOT = 'var/lib/rancher/k3s/server/db/snapshots/one';
let stand: Stand;
beforeEach(() => {
  stand = createStand();
  stand.put(SNAPSHOT, '');
});
afterEach(() => stand.remove());

const check = (environment: Readonly<Record<string, string>> = {}) =>
  stand.run('check.sh', { COPIES: 'r2', ...environment });

test('a server where all is well says so', () => {
  expect(check()).toEqual({ status: 0, out: 'Tudo certo neste servidor.\n', err: '' });
});

describe('each fault is a sentence', () => {
  test.each<[string, (stand: Stand) => void, RegExp]>([
    ['the node is not ready', (each) => each.answer('nodes', 'False'), /nó não está pronto/],
    ['one of two nodes is not', (each) => each.answer('nodes', 'True Unknown'), /nó não está pronto/],
    ['the API does not answer', (each) => each.program('kubectl', 'exit 1'), /Kubernetes não responde/],
    [
      'the disk fills',
      (each) => each.program('df', 'printf "h\\n/dev/sda1 9 9 9 80%% /\\n"'),
      /disco está com 80 %/,
    ],
    [
      'the memory is short',
      (each) => each.put('proc/meminfo', 'MemTotal: 100 kB\nMemAvailable: 4 kB\n'),
      /sobram 4 % da memória/,
    ],
    [
      'a workload is not ready',
      (each) => each.answer('keycloak', 'Deployment/keycloak=1=\n'),
      /keycloak: Deployment\/keycloak tem 0 de 1/,
    ],
    [
      'the certificate was not renewed',
      (each) => each.answer('certificate', hoursFromNow(-24 * 8)),
      /certificado dos ambientes/,
    ],
    ['there is no certificate', (each) => each.answer('certificate', ''), /certificado dos ambientes/],
    ['the accounts were not copied', (each) => each.answer('cronjob', hoursFromNow(-28)), /cópia das contas/],
    ['the accounts were never copied', (each) => each.answer('cronjob', ''), /cópia das contas/],
  ])('%s', (_, breakIt, sentence) => {
    breakIt(stand);
    const { status, out } = check();
    expect(out).toMatch(sentence);
    expect(out).not.toContain('Tudo certo');
    expect(status).toBe(1);
  });

  test('the cluster was not copied', () => {
    stand.program('find', ':');
    expect(check()).toMatchObject({ status: 1, out: expect.stringContaining('nenhuma cópia do cluster') });
  });
});

test('what was scaled to nothing, and copies that are off, are no fault', () => {
  stand.answer('keycloak', 'Deployment/keycloak=0=\n');
  stand.answer('cronjob', '');
  expect(check({ COPIES: 'off' }).status).toBe(0);
});

describe('the push monitor', () => {
  const PUSH_URL = 'https://padaria.vigia.example/api/push/secret-push?status=up&msg=OK&ping=';

  test('is told that all is well, at an address that no other user sees', () => {
    expect(check({ PUSH_URL }).status).toBe(0);
    expect(stand.curlConfig()).toBe('url = "https://padaria.vigia.example/api/push/secret-push"\n');
    const calls = stand.calls().filter((call) => call.startsWith('curl'));
    expect(calls).toEqual([expect.stringMatching(/--get --data status=up --data-urlencode msg=tudo certo/)]);
    expect(calls.join()).not.toContain('secret-push');
  });

  test('is told every fault', () => {
    stand.answer('nodes', 'False');
    stand.answer('cronjob', '');
    check({ PUSH_URL });
    expect(stand.calls()).toContainEqual(
      expect.stringMatching(/status=down --data-urlencode msg=o Kubernetes .*; a cópia das contas .*;/),
    );
  });

  test('that does not answer is said, and changes nothing else', () => {
    stand.program('curl', 'exit 7');
    expect(check({ PUSH_URL })).toMatchObject({
      status: 0,
      out: expect.stringContaining('PUSH_URL não respondeu'),
    });
  });
});
