/** `npm run setup` as a command: from a pipe, killed in the middle, and with options that it does not know. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyProject } from '#tests/support/project-copy.ts';
import { ourWrangler, tenAnswers } from '#tests/support/setup-run.ts';
import { SetUpServices } from '#tests/support/setup-services.ts';

let folder = '';
let services: SetUpServices;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigia-setup-command-'));
  copyProject(folder, (name) =>
    /^(?:ops|src\/(?:domain|lib)|functions|companion|content\/\w+\.json|deploy(?!.*\/theme$)|operator|package\.json|wrangler\.jsonc)/.test(
      name,
    ),
  );
  spawnSync('git', ['init', '-q'], { cwd: folder });
  spawnSync('git', ['remote', 'add', 'origin', 'git@git.olho.com.br:olho/vigia.git'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  services = new SetUpServices();
  await services.start();
});
afterEach(() => services.stop());

const command = (args: readonly string[]) => [
  '--disable-warning=ExperimentalWarning',
  'ops/setup/setup.ts',
  ...args,
];
const environment = () => ({
  ...process.env,
  SETUP_STAND_IN: services.origin,
  XDG_CONFIG_HOME: join(folder, '.config'),
  NODE_OPTIONS: '',
});

function begin(args: readonly string[], typed: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, command(args), {
    cwd: folder,
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(typed.map((line) => `${line}\n`).join(''));
  return child;
}

async function run(args: readonly string[], typed: readonly string[]) {
  const child = begin(args, typed);
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  const status = await new Promise<number | null>((done) => child.on('close', done));
  return { said, status };
}

test('killed while the tunnel is made, and run again: one of each, and the second asks nothing', async () => {
  const killed = begin(['--wrangler', ourWrangler], tenAnswers);
  const ended = new Promise((done) => killed.on('close', done));
  services.onAsked = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/cfd_tunnel')) killed.kill('SIGKILL');
  };
  await ended;
  expect(existsSync(join(folder, 'operator/production.json'))).toBe(false);
  services.onAsked = () => {};
  const { said } = await run(['--wrangler', ourWrangler], []);
  expect(said).not.toMatch(/^\d+ de 10\. /m);
  expect(services.tunnels).toHaveLength(1);
  expect(services.databases).toHaveLength(1);
  const production = JSON.parse(readFileSync(join(folder, 'operator/production.json'), 'utf8'));
  expect(production).toMatchObject({
    worker: { ARGOCD_CHART_REPO: 'https://git.olho.com.br/olho/vigia.git' },
    database: services.databases[0]?.uuid,
  });
  // The images of this copy have no digests, so something is left to do.
  expect(said).toContain('npm run write:digests');
}, 60_000);

test.each([
  [['--mudar', '11'], '--mudar quer números de 1 a 10'],
  [['comprar'], 'Use: npm run setup'],
  [['--apagar'], 'Use: npm run setup'],
])('%j is refused before anything is asked', async (args, sentence) => {
  const { said, status } = await run(args, []);
  expect(said).toContain(sentence);
  expect(status).toBe(1);
  expect(services.asked).toEqual([]);
});
