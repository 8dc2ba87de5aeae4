/** What an address opens, in every writing, and whether the terms let it be watched. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '#account/import/rules/table.ts';
import { projectRoot } from '#dev/project-root.ts';
import { canonicalHost, hostOfAddress, hostProblem, isPublicIp } from '#domain/address/host.ts';
import { checkFirstAddress } from '#domain/alerts/first-address.ts';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { noHosts, writtenAddresses, writtenHosts } from '#tests/support/hosts.ts';

test.each(writtenHosts)('%s is opened as %s: %s', (written, host, problem) => {
  expect([canonicalHost(written), hostProblem(written)]).toEqual([host, problem]);
  for (const address of [written, `https://${written}/x`, `mqtt://a:b@${written}:1883`])
    expect([address, hostOfAddress(address)]).toEqual([address, host]);
});

test.each(noHosts)('%j is no host, and may not be watched', (written) => {
  expect([canonicalHost(written), hostProblem(written)]).toEqual([null, 'private']);
});

test.each(['a@b.com.br', 'b.com.br:1', 'b.com.br/x', 'b.com.br?x', 'b.com.br#x', 'b.com.br\\x'])(
  '%s is an address, and no host alone',
  (written) => expect(canonicalHost(written)).toBe(null),
);

test.each(writtenAddresses)('%s opens %s', (address, host) => {
  expect(hostOfAddress(address)).toBe(host);
});

test.each(writtenHosts.filter(([, , problem]) => problem !== null))(
  'no way in takes %s',
  (written, _host, problem) => {
    expect(checkFirstAddress(`http://${written}:3002//`).ok).toBe(false);
    const http = { type: 'http', name: 'x', url: `http://${written}:3002//` };
    expect(checkMonitor(http).ok).toBe(false);
    expect(readUptimeRobot([{ id: '1', friendlyName: 'x', type: 'HTTP', url: http.url }])).toMatchObject({
      value: { found: [], left: [{ name: 'x' }] },
    });
    expect(readTable([{ nome: 'x', tipo: 'http', endereço: http.url }])).toMatchObject({
      value: { found: [], left: [{ name: 'x' }] },
    });
    // Ping and ports may have an IP, but a public one.
    for (const type of ['ping', 'port']) {
      const isPublic = problem === 'ip' && isPublicIp(written);
      expect([type, checkMonitor({ type, name: 'x', hostname: written, port: 1 }).ok]).toEqual([
        type,
        isPublic,
      ]);
    }
  },
);

test.each(['8.8.8.8', '2606:4700::1111', '[2606:4700::1111]', '172.32.0.1', '100.128.0.1', '192.0.3.1'])(
  '%s is a public IP',
  (written) => expect(isPublicIp(written)).toBe(true),
);

test('no network that an environment cannot reach counts as public', () => {
  const policy = readFileSync(join(projectRoot, 'deploy/tenant-chart/templates/network-policy.yaml'), 'utf8');
  const denied = [...policy.matchAll(/^ +- ([\da-f:.]+)\/\d+$/gm)].map(([, network = '']) => network);
  expect(denied.length).toBeGreaterThan(15);
  for (const network of denied) expect([network, isPublicIp(network)]).toEqual([network, false]);
  for (const written of [
    '010.8.8.8',
    '0x08080808',
    '134744072',
    '8.8.8.8.',
    'loja.com.br',
    'fe80::1',
    'fd00:ec2::254',
  ])
    expect([written, isPublicIp(written)]).toEqual([written, false]);
});
