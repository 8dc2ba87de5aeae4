/**
 * Prepares a fresh clone: dependencies and, with `--browser`, a Chromium.
 *
 * Plain JavaScript for any Node from 18 on, because it runs before the pinned Node of `node_modules` exists. Takes a
 * few milliseconds when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findHeadlessShell, findPlaywrightChromium, findSystemChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** First release that runs TypeScript files without a flag. */
const SCRIPTS_NODE = [22, 18];
const BOOTSTRAP_NODE_MAJOR = 18;
/** Required for lockfiles of version 3. */
const NPM_MAJOR = 7;

/** Exits with one sentence. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function refuseOldTools() {
  if (Number(process.versions.node.split('.')[0]) < BOOTSTRAP_NODE_MAJOR) {
    fail(
      `Este projeto precisa do Node ${BOOTSTRAP_NODE_MAJOR} ou mais novo para começar; aqui está o ${process.version}. Instale um Node atual (https://nodejs.org) e rode o comando de novo.`,
    );
  }
  const npm = /npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '');
  if (npm && Number(npm[1]) < NPM_MAJOR) {
    fail(
      `O npm ${npm[1]} não lê o package-lock.json daqui. Atualize com "npm install -g npm" e rode o comando de novo.`,
    );
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // Absent or cut short: both mean "install again".
  }
}

/**
 * True when the installed packages match the lockfile. npm writes its own list last, so an interrupted installation has
 * none. Optional packages of other systems may be missing.
 */
function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'));
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) fail('Falta o package-lock.json. Restaure o arquivo com "git checkout package-lock.json".');
  if (!installed) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed.packages[path];
    if (!there) return entry.optional === true || entry.devOptional === true;
    return there.version === entry.version && existsSync(join(root, path));
  });
}

function installDependencies() {
  if (isInstalled()) return;
  console.log('Instalando as dependências (npm ci); na primeira vez leva cerca de um minuto…');
  const npmScript = process.env.npm_execpath;
  const [command, first] = npmScript ? [process.execPath, [npmScript]] : ['npm', []];
  const { status, error } = spawnSync(
    command,
    [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: !npmScript && process.platform === 'win32',
    },
  );
  if (error || status !== 0) {
    fail(
      'A instalação das dependências falhou; o motivo está nas linhas acima. Confira a conexão e o espaço em disco e rode o comando de novo.',
    );
  }
}

function requireScriptsNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const asked = existsSync(pinned)
    ? spawnSync(pinned, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout
    : '';
  const version = asked?.startsWith('v') ? asked.trim() : process.version;
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major < SCRIPTS_NODE[0] || (major === SCRIPTS_NODE[0] && minor < SCRIPTS_NODE[1])) {
    fail(
      `Para este sistema o npm não traz um Node próprio e o instalado é o ${version}. Instale o Node 24 (https://nodejs.org) e rode o comando de novo.`,
    );
  }
}

/** Runs a command as root, directly or by sudo without a password; false when neither works. */
function asRoot(args) {
  const isRoot = process.getuid?.() === 0;
  const [command, ...rest] = isRoot ? args : ['sudo', '-n', ...args];
  return (
    spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  );
}

const APT = '/usr/bin/apt-get';
const aptInstall = 'apt-get install -y -qq --no-install-recommends'.split(' ');
/** Without a connection apt would try for minutes. */
const SHORT_TRY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

/**
 * Adds Debian's headless shell to its Chromium, whose own surface takes a third of the journeys' processor time. Only as
 * root, as in a test machine: it is no more than a gain, so nobody's own system is changed for it, and a failure is none.
 */
function addHeadlessShell() {
  const isPossible = process.getuid?.() === 0 && existsSync(APT) && existsSync('/usr/lib/chromium');
  if (process.env.CHROMIUM_PATH || !isPossible || findHeadlessShell()) return;
  console.log('Instalando o chromium-headless-shell (apt-get), que gasta menos nos testes de navegador…');
  const [command, ...rest] = aptInstall;
  spawnSync(command, [...rest, ...SHORT_TRY, 'chromium-headless-shell'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

async function installBrowser() {
  if (findSystemChromium() || (await findPlaywrightChromium())) return addHeadlessShell();
  if (existsSync(APT)) {
    console.log('Instalando o Chromium do sistema (apt-get), usado pelos testes de navegador…');
    const install = (...browsers) => asRoot([...aptInstall, 'fonts-liberation', ...browsers]);
    // Not every release has the shell. Try before a slow index update; with an empty index this fails at once.
    const both = ['chromium', 'chromium-headless-shell'];
    const isInstalled =
      install(...both) || (asRoot(['apt-get', 'update', '-qq']) && (install(...both) || install('chromium')));
    if (isInstalled && findSystemChromium()) return;
  }
  console.log('Baixando o Chromium do Playwright, usado pelos testes de navegador…');
  spawnSync(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (await findPlaywrightChromium()) return;
  fail(
    'Não encontrei um Chromium que abra e não consegui instalar um. Instale-o ("sudo apt-get install chromium" no Debian) ou aponte o seu com CHROMIUM_PATH=/caminho/do/chromium, e rode o comando de novo.',
  );
}

refuseOldTools();
installDependencies();
requireScriptsNode();
if (process.argv.includes('--browser')) await installBrowser();
