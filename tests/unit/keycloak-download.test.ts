/** Errors of the Keycloak download are explained, and no partial download is left behind. */
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchKeycloak } from '#dev/keycloak.ts';
import { testFolder } from '#tests/support/folders.ts';

const ARCHIVE =
  /^\/maven2\/org\/keycloak\/keycloak-quarkus-dist\/[\d.]+\/keycloak-quarkus-dist-[\d.]+\.tar\.gz$/;

let folder: string;
let server: Server;
let answer: { status: number; body: string };
let asked: string[];

beforeEach(async () => {
  folder = testFolder();
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('MAVEN_MIRROR_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/maven2/`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

test('the mirror is asked for the same file; its error status is shown', async () => {
  answer = { status: 404, body: '' };
  await expect(fetchKeycloak(folder)).rejects.toThrow(
    /Não foi possível baixar o Keycloak .*\/maven2\/org\/.*\(o servidor respondeu 404\).*HTTPS_PROXY.*MAVEN_MIRROR_URL/,
  );
  expect(asked).toEqual([expect.stringMatching(ARCHIVE)]);
  expect(readdirSync(folder)).toEqual([]);
});

test('an unreachable address is shown with the network error', async () => {
  vi.stubEnv('MAVEN_MIRROR_URL', 'http://127.0.0.1:9/maven2');
  await expect(fetchKeycloak(folder)).rejects.toThrow(
    /http:\/\/127\.0\.0\.1:9\/maven2\/.* \([^)]+\)\. Atrás/,
  );
});

test('a file with another checksum is not unpacked', async () => {
  answer = { status: 200, body: 'outra coisa' };
  await expect(fetchKeycloak(folder)).rejects.toThrow('não confere com a soma publicada');
  expect(readdirSync(folder)).toEqual([]);
});

test('the proxy of the environment is used for outside addresses', async () => {
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
  vi.stubEnv('MAVEN_MIRROR_URL', 'https://maven.invalid/maven2');
  await expect(fetchKeycloak(folder)).rejects.toThrow('https://maven.invalid/maven2');
  expect(asked).toEqual(['maven.invalid:443']);
});
