/** The daily look at certificates (.github/certificates.sh), at a server with one whose days are given. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';

const script = join(import.meta.dirname, '../../.github/certificates.sh');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'vigia-certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openssl = (...words: string[]) => {
  const { status, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const inDays = (days: number) =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`;

/** `openssl ca` is the part of OpenSSL 3.0 that writes a certificate which began before now. */
function certificate(name: string, days: { readonly past: number; readonly left: number }) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'index'), '');
  writeFileSync(
    join(folder, name, 'ca.conf'),
    `[ca]\ndefault_ca=it\n[it]\ndatabase=${name}/index\nnew_certs_dir=${name}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n`,
  );
  const [key, request, made] = ['key', 'request', 'made'].map((each) => `${name}/${each}.pem`) as [
    string,
    string,
    string,
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-new', ...curve, '-subj', '/CN=localhost', '-keyout', key, '-out', request);
  const dates = ['-startdate', inDays(-days.past), '-enddate', inDays(days.left)];
  const signing = ['-batch', '-notext', '-selfsign', '-keyfile', key, '-in', request, '-out', made];
  openssl('ca', '-config', `${name}/ca.conf`, ...dates, ...signing);
  return { key: readFileSync(join(folder, key)), cert: readFileSync(join(folder, made)) };
}

async function look(hosts: (port: number) => readonly string[], tls: { key: Buffer; cert: Buffer }) {
  const server = createServer(tls);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<{ isRed: boolean; said: string }>((resolve) =>
      execFile('bash', [script, ...hosts(port)], (error, said) => resolve({ isRed: error !== null, said })),
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe.skipIf(!hasOpenssl)('the certificates of site, sign-in and environments', () => {
  test.each([
    ['90 days, the day before it is renewed', { past: 59, left: 31 }, false],
    ['45 days, the day before it is renewed', { past: 29, left: 16 }, false],
    ['45 days, never renewed', { past: 35, left: 10 }, true],
    ['90 days, never renewed', { past: 68, left: 22 }, true],
    ['ended', { past: 91, left: -1 }, true],
  ])('%s', async (name, days, isRed) => {
    const seen = await look((port) => [`localhost:${port}`], certificate(name.replaceAll(/\W/g, '-'), days));
    expect(seen).toMatchObject({ isRed });
    expect(seen.said).toContain(isRed ? 'less than a quarter' : 'days left');
  });

  test('a host without an answer is red, and the others are still looked at', async () => {
    const seen = await look(
      (port) => ['localhost:1', `localhost:${port}`],
      certificate('fresh', { past: 1, left: 89 }),
    );
    expect(seen.isRed).toBe(true);
    expect(seen.said).toMatch(/localhost:1: does not answer.*\n.*of 90 days left/);
  });
});
