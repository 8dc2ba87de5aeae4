/**
 * A real Keycloak on this machine, in place of the identity stand-in.
 *
 * Owns: downloading the published server once, importing deploy/keycloak/realm.json, starting and stopping. Tests use
 * it to check the stand-in; `npm start` does not need it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandFailure } from '#ops/failure.ts';
import { fetchPinned } from './fetch-pinned.ts';
import { localSecrets } from './local-values.ts';
import { groupEnded, signalGroup } from './process-group.ts';
import { projectRoot } from './project-root.ts';
import type { StandIn } from './stand-ins/stand-in.ts';

/** Server version and the checksum Maven Central publishes for it. */
const VERSION = '26.7.3';
const SHA256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47';
const MAVEN_CENTRAL = 'https://repo.maven.apache.org/maven2';
const ARCHIVE = `org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.tar.gz`;
const JAVA_MAJOR_MIN = 17;
const START_TIMEOUT_MS = 480_000;
const BUILD_TIMEOUT_MS = 480_000;
const folder = join(projectRoot, '.local/keycloak');
const home = join(folder, `keycloak-${VERSION}`);
/** Exists once the server is ready to be copied. */
const builtMark = join(home, 'built');

export interface KeycloakOptions {
  readonly port: number;
  readonly siteOrigin: string;
  /** Secret of the client `vigia-functions`. */
  readonly functionsClientSecret: string;
  readonly stateDir: string;
  /** Password of `admin` in the realm `master`; without it there is no administrator. */
  readonly administratorPassword?: string;
  /** Further variables of the realm; docs/identity.md lists them. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Major version of the Java in PATH or JAVA_HOME; `null` without one. */
function javaMajor(): number | null {
  const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin/java') : 'java';
  const { stderr, status } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const major = /version "(\d+)/.exec(stderr ?? '')?.[1];
  return status === 0 && major !== undefined ? Number(major) : null;
}

/** Why Keycloak cannot run here, as one sentence; `null` when it can. */
export function keycloakObstacle(): string | null {
  const major = javaMajor();
  if (major === null) return `Keycloak de verdade: falta o Java ${JAVA_MAJOR_MIN} ou mais novo.`;
  if (major < JAVA_MAJOR_MIN)
    return `Keycloak de verdade: o Java é ${major}; precisa do ${JAVA_MAJOR_MIN} ou mais novo.`;
  return null;
}

/**
 * Downloads, unpacks and builds the server if it is missing.
 * @throws CommandFailure When that fails.
 */
export async function ensureKeycloak(): Promise<void> {
  if (existsSync(builtMark)) return;
  if (!existsSync(join(home, 'bin/kc.sh'))) await fetchKeycloak(folder);
  // Build once; otherwise every start would do it, which takes longer than the start itself.
  const build = spawn(join(home, 'bin/kc.sh'), ['build', '--db=dev-file'], {
    stdio: 'ignore',
    timeout: BUILD_TIMEOUT_MS,
  });
  const [status] = await once(build, 'close');
  if (status !== 0)
    throw new CommandFailure(`Não foi possível preparar o Keycloak ${VERSION} (kc.sh build).`);
  writeFileSync(builtMark, '');
}

/**
 * Downloads the published server into a folder, from Maven Central or the mirror in MAVEN_MIRROR_URL; the checksum is
 * the same.
 *
 * @throws CommandFailure with the failed address and the reason.
 */
export async function fetchKeycloak(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  const address = `${(process.env['MAVEN_MIRROR_URL'] || MAVEN_CENTRAL).replace(/\/$/, '')}/${ARCHIVE}`;
  const unpacked = mkdtempSync(join(into, 'unpacking-'));
  const archive = join(unpacked, 'keycloak.tar.gz');
  try {
    const hint = 'Com um espelho do Maven Central, MAVEN_MIRROR_URL.';
    await fetchPinned({ name: `Keycloak ${VERSION}`, address, sha256: SHA256, hint }, archive);
    if (spawnSync('tar', ['xzf', archive, '-C', unpacked]).status !== 0) {
      throw new CommandFailure('Não foi possível desempacotar o Keycloak (comando tar).');
    }
    // Renamed when complete: an interrupted download must not be taken for a server.
    renameSync(join(unpacked, `keycloak-${VERSION}`), join(into, `keycloak-${VERSION}`));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** Prepares the server; `start()` takes about a minute. */
export function createKeycloak(options: KeycloakOptions): StandIn {
  const url = `http://localhost:${options.port}`;
  const log = join(options.stateDir, 'keycloak.log');
  let child: ChildProcess | null = null;

  async function waitUntilReady(started: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && started.exitCode === null) {
      const response = await fetch(`${url}/realms/vigia/.well-known/openid-configuration`).catch(() => null);
      if (response?.ok) return;
      await wait(500);
    }
    const end = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
    throw new CommandFailure(`${end}\n\nO Keycloak não subiu.`);
  }

  return {
    name: `Keycloak ${VERSION}`,
    url,
    async start() {
      const obstacle = keycloakObstacle();
      if (obstacle !== null) throw new CommandFailure(obstacle);
      await ensureKeycloak();
      // Each stack has its own copy of the server, so that no database survives from another run.
      const own = join(options.stateDir, 'stand-ins/keycloak');
      rmSync(own, { recursive: true, force: true });
      cpSync(home, own, { recursive: true });
      mkdirSync(join(own, 'data/import'), { recursive: true });
      cpSync(join(projectRoot, 'deploy/keycloak/realm.json'), join(own, 'data/import/realm.json'));
      cpSync(join(projectRoot, 'deploy/keycloak/theme'), join(own, 'themes'), { recursive: true });
      const output = openSync(log, 'w');
      child = spawn(
        join(own, 'bin/kc.sh'),
        [
          'start',
          '--optimized',
          '--import-realm',
          // A single node: joining a cluster would take a third of the start.
          '--cache=local',
          '--http-enabled=true',
          '--http-host=127.0.0.1',
          `--http-port=${options.port}`,
          `--hostname=${url}`,
        ],
        {
          detached: true,
          stdio: ['ignore', output, output],
          env: {
            ...process.env,
            SITE_URL: options.siteOrigin,
            FUNCTIONS_CLIENT_SECRET: options.functionsClientSecret,
            OPS_CLIENT_SECRET: localSecrets.keycloakOpsClientSecret,
            SIGN_IN_URL: 'http://entrar.localhost',
            SIGN_IN_CLIENT_SECRET: 'local-only-sign-in-client',
            ...(options.administratorPassword && {
              KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
              KC_BOOTSTRAP_ADMIN_PASSWORD: options.administratorPassword,
            }),
            ...options.variables,
            // It runs for minutes only, so optimising the code would cost more than it saves.
            JAVA_OPTS_APPEND: '-Xmx768m -XX:TieredStopAtLevel=1',
          },
        },
      );
      await waitUntilReady(child);
    },
    async stop() {
      if (child?.pid === undefined) return;
      signalGroup(child.pid, 'SIGTERM');
      if (!(await groupEnded(child.pid, 10_000))) signalGroup(child.pid, 'SIGKILL');
      child = null;
    },
  };
}
