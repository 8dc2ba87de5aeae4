/** What the one server downloads: exact, from where the scripts look, each with a sum. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingSums, readSum, serverDownloads, serverImages, sumsText } from '#ops/server/downloads.ts';

const root = join(import.meta.dirname, '../..');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('every address names an exact version, and the scripts look at the same ones', () => {
  const addresses = serverDownloads(root);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/[^{}]+\d+\.\d+\.\d+[^{}]*$/);
  // The shell's own reading of the same files, for one processor.
  const script =
    '. deploy/single-node/lib.sh; for name in k3s k3s-script helm argo-cd cert-manager; do url $name; echo; done';
  const { stdout } = spawnSync(
    'sh',
    ['-c', `uname() { echo x86_64; }; ${script}`, join(root, 'deploy/single-node/lib.sh')],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(stdout.trim().split('\n')).toEqual(addresses.filter((address) => !address.includes('arm64')));
});

test('every image has the tag of deploy/versions.json', () => {
  const versions = JSON.parse(readFileSync(join(root, 'deploy/versions.json'), 'utf8')) as Record<
    string,
    string
  >;
  expect(serverImages(root)).toContain(`quay.io/keycloak/keycloak:${versions['keycloak']}`);
  expect(serverImages(root)).toHaveLength(4);
});

test('our tests run the Keycloak that the server runs', () => {
  const { keycloak } = JSON.parse(readFileSync(join(root, 'deploy/versions.json'), 'utf8')) as {
    keycloak: string;
  };
  expect(readFileSync(join(root, 'dev/keycloak.ts'), 'utf8')).toContain(`const VERSION = '${keycloak}';`);
});

test('a sum is of the whole file', async () => {
  const ask = async () => new Response('k3s');
  expect(await readSum('https://files.vigia.example/k3s', ask)).toBe(`sha256:${sha256('k3s')}`);
});

test('a server that refuses, or does not answer, is named', async () => {
  const address = 'https://files.vigia.example/k3s';
  await expect(readSum(address, async () => new Response('', { status: 404 }))).rejects.toThrow(
    /não deu o arquivo \(404\)/,
  );
  await expect(readSum(address, () => Promise.reject(new TypeError('fetch failed')))).rejects.toThrow(
    /files\.vigia\.example não responde daqui/,
  );
});

test('a download without a sum is named, wherever the others have theirs', () => {
  const addresses = serverDownloads(root);
  const all = Object.fromEntries(addresses.map((address) => [address, `sha256:${sha256(address)}`]));
  expect(missingSums(root, all)).toEqual([]);
  const [first = '', ...rest] = addresses;
  const { [first]: _, ...others } = all;
  expect(missingSums(root, others)).toEqual([expect.stringContaining(first)]);
  expect(missingSums(root, others)[0]).not.toContain(rest[0]);
});

test('the file is what the scripts read', () => {
  const text = sumsText({ 'https://files.vigia.example/k3s': `sha256:${sha256('k3s')}` });
  expect(text).toBe(`${sha256('k3s')} https://files.vigia.example/k3s\n`);
});
