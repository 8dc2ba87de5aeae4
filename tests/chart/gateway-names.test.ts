/** The gateway and the sign-in's name: looked up while it runs, by the pod's name servers, and never needed to start. */
import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { testFolder } from '#tests/support/folders.ts';
import { startGateway } from './gateway-stand.ts';
import { answerAsSignIn, configOf, renderTenant } from './tenant-nginx.ts';

const { helm, nginx } = inject('chartTools');
const PORTS = { gateway: 5250, instance: 5251, companion: 5252, signIn: 5253, secure: 5254, dns: 5255 };
const PAGE = { accept: 'text/html' };
const ADDRESS_TYPE = 1;

/** A name server with at most one address for everything; without one the name does not exist. */
async function startNameServer(): Promise<{ address: string | null; server: Socket }> {
  const zone: { address: string | null; server: Socket } = { address: null, server: createSocket('udp4') };
  zone.server.on('message', (query, { port }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const isFound = zone.address !== null && query.readUInt16BE(end - 4) === ADDRESS_TYPE;
    const head = Buffer.from(query.subarray(0, 12));
    // A response; NXDOMAIN while there is no address, and for IPv6 none.
    head.writeUInt16BE(zone.address === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(isFound ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, ADDRESS_TYPE, 0, 1, 0, 0, 0, 60, 0, 4]);
    const bytes = Buffer.from((zone.address ?? '').split('.').map(Number));
    zone.server.send(Buffer.concat([head, question, ...(isFound ? [record, bytes] : [])]), port);
  });
  await new Promise<void>((resolve) => zone.server.bind(PORTS.dns, '127.0.0.1', resolve));
  return zone;
}

const opened: { close: () => void }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
});

describe.skipIf(helm === null || nginx === null)('a sign-in whose name has no address', () => {
  test('keeps nothing public from starting, and is found as soon as it has one, and another one', async () => {
    const zone = await startNameServer();
    const gateway = await startGateway({
      ports: PORTS,
      instance: (_request, response) => response.end('page'),
      signIn: answerAsSignIn,
    });
    // The same name in another place, as after it was installed anew.
    const again: Server = createServer((_request, response) => response.writeHead(307).end());
    await new Promise<void>((resolve) => again.listen(PORTS.signIn, '127.0.0.2', resolve));
    opened.push(zone.server, again);
    const enter = async () => (await gateway.ask('/-/sign-in-again', PAGE)).status;
    try {
      for (const path of ['/status/loja', '/api/push/token', '/api/badge/1/status'])
        expect([path, (await gateway.ask(path, PAGE)).status]).toEqual([path, 200]);
      expect((await gateway.ask('/-/alive')).status).toBe(204);
      expect(await enter()).toBe(502);

      zone.address = '127.0.0.1';
      expect(await enter()).toBe(302);
      expect((await gateway.ask('/dashboard?a=b', PAGE)).headers.location).toContain('/realms/vigia');

      zone.address = '127.0.0.2';
      await vi.waitUntil(async () => (await enter()) === 307, { timeout: 10_000, interval: 100 });
    } finally {
      await gateway.stop();
    }
  });
});

describe.skipIf(helm === null)('the gateway’s start', () => {
  test.each([
    ['one', 'search x.svc\nnameserver 10.43.0.10\noptions ndots:1\n', '10.43.0.10'],
    ['two', 'nameserver 10.43.0.10\nnameserver\t169.254.20.10 \n', '10.43.0.10 169.254.20.10'],
    ['IPv6', 'nameserver fd00:10:96::a\n', '[fd00:10:96::a]'],
    ['none', '# nameserver 10.43.0.10\n', '127.0.0.1'],
  ])('names the pod’s own name servers: %s', (_what, resolvConf, expected) => {
    const folder = testFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/nginx'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    writeFileSync(join(folder, 'resolv.conf'), resolvConf);
    const script = (
      configOf(renderTenant({ functions: { tokenSha256: 'ab'.repeat(32) } }), 'gateway')['start.sh'] ?? ''
    )
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/etc/resolv.conf', `${folder}/resolv.conf`);
    const { stdout } = spawnSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: `${folder}/bin:${process.env['PATH']}` },
    });
    expect(stdout).toBe('-c /etc/nginx/tenant/nginx.conf -g daemon off;\n');
    expect(readFileSync(join(folder, 'resolver.conf'), 'utf8')).toBe(`resolver ${expected} valid=10s;\n`);
  });
});
