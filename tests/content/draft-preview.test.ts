/** `npm run dev` shows a draft while it is written, with the mistakes that a published article would have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyProject } from '#tests/support/project-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'draft-'));
const draft = join(folder, 'content/docs/minecraft-dicas.mdx');
const template = readFileSync('content/docs/_template.mdx', 'utf8');
const address = '/docs/minecraft-dicas';
let site: ChildProcess;
let origin: string;
/** Output in the terminal. */
let said = '';

beforeAll(async () => {
  copyProject(folder);
  writeFileSync(draft, template);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  site = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port), '--host', '127.0.0.1'],
    {
      cwd: folder,
      // The test runner's variables, such as its mode, would reach the pages.
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [site.stdout, site.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part.toString();
    });
  await vi.waitFor(async () => expect((await pageOf(address)).status).toBe(200), {
    timeout: 50_000,
    interval: 250,
  });
});

afterAll(async () => {
  site.kill();
  await once(site, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

/** A port that nothing uses now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function pageOf(path: string) {
  const response = await fetch(`${origin}${path}`);
  const text = await response.text();
  return { status: response.status, text, main: new JSDOM(text).window.document.querySelector('main') };
}

test('a draft has its whole text, under a banner', async () => {
  const { main } = await pageOf(address);
  expect(main?.querySelector('h1')?.textContent).toBe('Título do artigo');
  expect(main?.querySelector('.callout')?.textContent).toContain('Rascunho');
  expect(main?.textContent).toContain('Um passo, uma ação');
  const published = await pageOf('/docs/quick-start');
  expect(published.main?.textContent).not.toContain('Rascunho');
});

test.each([
  ['an unknown block', '<Passo>\n\n</Passo>', 'LINE: .*<Passo>'],
  [
    'a missing picture',
    '<Screenshot name="nao-existe" alt="Uma tela ainda sem foto" />',
    'LINE: .*nao-existe.png',
  ],
  // Said by the parser.
  ['half a block', '<Callout>', '[\\s\\S]* LINE:1: Expected a closing tag'],
])('%s in a draft is reported with its line', async (_, mistake, named) => {
  const line = template.split('\n').length + 1;
  said = '';
  writeFileSync(draft, `${template}\n${mistake}\n`);
  await expect.poll(async () => (await pageOf(address)).status).toBe(500);
  await expect
    .poll(() => said)
    .toMatch(new RegExp(`minecraft-dicas\\.mdx:?${named.replace('LINE', String(line))}`));
  writeFileSync(draft, template);
  await expect.poll(async () => (await pageOf(address)).status).toBe(200);
});
