/**
 * One environment as the chart renders it, without a cluster: nginx with its configuration, its companion as a process
 * of its own, and an instance, behind a sign-in that the test controls. The Worker's clients call through the gateway.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { applicationName, toArgocdApplication } from '#functions/vendors/argocd/application.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import type { InstancesOptions } from '#functions/vendors/uptime-kuma/instances.ts';
import { canSeparateFiles, inContainer, NODE } from '../chart/pod-files.ts';
import { type Manifest, pick } from '../chart/render.ts';
import {
  answerAsSignIn,
  configOf,
  HOST,
  type Ports,
  renderTenant,
  sessionOf,
  startNginx,
} from '../chart/tenant-nginx.ts';
import { startSmallInstance } from './small-instance.ts';
import { io } from './socket-client.ts';

/** Of the one environment that most tests need. */
const SUBDOMAIN = 'padaria';
/** From which the Worker's tokens for environments are derived. */
export const COUNTER_SECRET = 'a-secret-of-at-least-thirty-two-characters';
const ORDER_ID = '7f3c2a9e-0000-4000-8000-000000000001';
const tokens = createCounterTokens(COUNTER_SECRET);
const START_TIMEOUT_MS = 60_000;

/** Folder of a real Uptime Kuma, ready to start; without it only the small instance is used. */
export const realInstance = process.env['UPTIME_KUMA'];

/** The instances that can be started here. */
export const instanceKinds = (['small', 'real'] as const).filter(
  (kind) => kind === 'small' || realInstance !== undefined,
);

/** Ports that are free now. */
export async function freePorts(): Promise<Ports> {
  const servers = await Promise.all(
    Array.from(
      { length: 5 },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const [gateway = 0, secure = 0, instance = 0, companion = 0, signIn = 0] = servers.map(
    (server) => (server.address() as AddressInfo).port,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { gateway, secure, instance, companion, signIn };
}

/** The environment of the Worker's own application. */
async function renderApplication(subdomain: string, isReadOnly: boolean): Promise<Manifest[]> {
  const { spec } = toArgocdApplication(
    {
      orderId: ORDER_ID,
      subdomain,
      planId: 'pro',
      monitorsMax: 75,
      isReadOnly,
      counterTokenSha256: await tokens.digestOf(subdomain),
      admitted: { revision: 1, accounts: ['dona'] },
    },
    {
      project: 'tenants',
      destination: { server: 'https://kubernetes.default.svc' },
      source: { repoURL: 'https://charts.example', chart: 'tenant', targetRevision: '1' },
      host: HOST.replace(SUBDOMAIN, '{tenant}'),
    },
  );
  return renderTenant(spec.source.helm.valuesObject, applicationName(ORDER_ID));
}

function containerOf(manifests: readonly Manifest[], container: string) {
  const { containers } = pick(manifests, 'StatefulSet').spec.template.spec;
  return containers.find(({ name }: { name: string }) => name === container);
}

/** The variables of one of the pod's containers, with local addresses; with local folders too where one is given. */
function variablesOf(manifests: readonly Manifest[], container: string, ports: Ports, folder: string | null) {
  const { env } = containerOf(manifests, container);
  const address = (value: string): string =>
    value
      .replace('127.0.0.1:3001', `127.0.0.1:${ports.instance}`)
      .replace(/^3001$/, String(ports.instance))
      .replace(/^3002$/, String(ports.companion))
      .replace(/^http:\/\/sign-in\..*/, `http://127.0.0.1:${ports.signIn}`)
      // Tests ask nobody outside.
      .replace('gmail-smtp-in.l.google.com', '');
  const local = (value: string): string =>
    folder === null
      ? address(value)
      : address(value)
          .replace('/app/data', `${folder}/volume/instance`)
          .replace(/^\/vigia/, `${folder}/volume/vigia`)
          .replace('/admitted', `${folder}/admitted`);
  return Object.fromEntries(
    env.map(({ name, value }: { name: string; value: string }) => [name, local(value)]),
  ) as Record<string, string>;
}

/** A folder in which the companion finds socket.io-client: the instance's, or the tests' own. */
function programFolder(folder: string): string {
  if (realInstance !== undefined) return realInstance;
  const program = join(folder, 'app');
  const library = join(program, 'node_modules/socket.io-client');
  mkdirSync(library, { recursive: true });
  writeFileSync(join(program, 'package.json'), JSON.stringify({ version: '2.5.3' }));
  const client = join(projectRoot, 'tests/environment/socket-client.ts');
  writeFileSync(join(library, 'index.js'), `module.exports = require(${JSON.stringify(client)});`);
  return program;
}

function writeConfigs(manifests: readonly Manifest[], folder: string): void {
  for (const name of ['companion', 'admitted']) {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(configOf(manifests, name)))
      writeFileSync(join(folder, name, file), text);
  }
}

interface Program {
  /** The process; `null` when it has ended, or when it is part of the tests' own. */
  readonly pid: () => number | null;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export function endedBy(child: ChildProcess): Program {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    stop(signal = 'SIGTERM') {
      if (child.exitCode === null) child.kill(signal);
      return ended;
    },
  };
}

/** Opens a socket that needs no login. */
export const greeted = (url: string, extraHeaders: Record<string, string> = {}) =>
  new Promise<ReturnType<typeof io>>((resolve, reject) => {
    const socket = io(url, { extraHeaders });
    socket.once('autoLogin', () => resolve(socket));
    socket.once('connect_error', reject);
    socket.once('loginRequired', () => {
      socket.disconnect();
      reject(new Error('the instance asks for its own login'));
    });
  });

/**
 * Starts the gateway and the sign-in; instance and companion are started by the test, like containers of a pod.
 * @param options `companionVariables` are the companion's beside the chart's.
 */
export async function startEnvironment(
  kind: 'small' | 'real',
  {
    subdomain = SUBDOMAIN,
    companionVariables = {},
    isReadOnly = false,
  }: {
    subdomain?: string;
    companionVariables?: Readonly<Record<string, string>>;
    /** As an environment of our own. */
    isReadOnly?: boolean;
  } = {},
) {
  const ports = await freePorts();
  const folder = mkdtempSync(join(tmpdir(), 'vigia-environment-'));
  // Started by root, nginx works as another account, which keeps large bodies in its folder below.
  chmodSync(folder, 0o755);
  const manifests = await renderApplication(subdomain, isReadOnly);
  writeConfigs(manifests, folder);
  const signIn = createServer(answerAsSignIn);
  await new Promise<void>((resolve) => signIn.listen(ports.signIn, '127.0.0.1', resolve));
  mkdirSync(join(folder, 'nginx'));
  const nginx = await startNginx(manifests, ports, join(folder, 'nginx'));
  const [data, records] = [join(folder, 'volume/instance'), join(folder, 'volume/vigia')];
  const programs = new Map<string, Program>();
  const logFile = join(folder, 'companion.log');

  /**
   * Runs node as one of the pod's containers: beside the real instance with the container's own files and user, where
   * this machine can do that, so that a path that is not mounted or may not be written fails here.
   */
  function spawnAs(name: 'instance' | 'companion', words: string[], local: string[], stdio: StdioOptions) {
    const more = name === 'companion' ? companionVariables : {};
    if (kind === 'small' || !canSeparateFiles) {
      const env = { ...process.env, ...variablesOf(manifests, name, ports, folder), ...more };
      return spawn(process.execPath, local, { cwd: programFolder(folder), env, stdio });
    }
    const volumes = {
      data: join(folder, 'volume'),
      companion: join(folder, 'companion'),
      admitted: join(folder, 'admitted'),
    };
    const options = { folder, volumes, image: realInstance };
    const [program, all] = inContainer(containerOf(manifests, name), options, [NODE, ...words]);
    const env = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      ...variablesOf(manifests, name, ports, null),
      ...more,
    };
    return spawn(program, all, { env, stdio });
  }

  const startReal = (): Program =>
    endedBy(spawnAs('instance', ['server/server.js'], ['server/server.js'], 'ignore'));

  function spawnCompanion(): Program {
    const flag = '--disable-warning=ExperimentalWarning';
    const child = spawnAs(
      'companion',
      [flag, '/companion/companion.mjs'],
      [flag, join(folder, 'companion/companion.mjs')],
      ['ignore', 'pipe', 'inherit'],
    );
    child.stdout?.on('data', (text: Buffer) => writeFileSync(logFile, text, { flag: 'a' }));
    return endedBy(child);
  }

  const statusOf = (url: string): Promise<number | null> =>
    fetch(url).then(
      ({ status }) => status,
      () => null,
    );
  const instanceUrl = `http://127.0.0.1:${ports.instance}`;
  const readyUrl = `http://127.0.0.1:${ports.companion}/ready`;
  const isReady = async (): Promise<boolean> => (await statusOf(readyUrl)) === 200;
  const untilReady = () => vi.waitUntil(isReady, { timeout: START_TIMEOUT_MS, interval: 100 });

  async function startInstance(): Promise<void> {
    programs.set(
      'instance',
      kind === 'small' ? await startSmallInstance({ port: ports.instance, folder: data }) : startReal(),
    );
    await vi.waitUntil(async () => (await statusOf(`${instanceUrl}/api/entry-page`)) === 200, {
      timeout: START_TIMEOUT_MS,
      interval: 200,
    });
  }

  async function startCompanion(): Promise<void> {
    programs.set('companion', spawnCompanion());
    await vi.waitUntil(async () => (await statusOf(readyUrl)) !== null, { timeout: START_TIMEOUT_MS });
  }

  return {
    ask: nginx.ask,
    ports,
    /** Ids of the companion and of the gateway's two processes; they are the same as long as neither ended. */
    processes: () => ({ companion: programs.get('companion')?.pid() ?? null, gateway: nginx.pids() }),
    /** Id of the real instance's process. */
    instanceProcess: () => programs.get('instance')?.pid() ?? null,
    /** The two folders of the environment's volume: the instance's, and the companion's. */
    data,
    records,
    /** How the Worker's clients are made. */
    clients: {
      urlTemplate: `http://127.0.0.1:${ports.gateway}`,
      tokenOf: tokens.tokenOf,
      fetch: (input, init) => fetch(input, init),
    } satisfies InstancesOptions,
    token: () => tokens.tokenOf(subdomain),
    /** What the cluster asks before it sends visitors. */
    isReady,
    startInstance,
    startCompanion,
    untilReady,
    /** Everything, until the cluster would send visitors. */
    async startAll() {
      await startInstance();
      await startCompanion();
      await untilReady();
    },
    /** Ends the instance, by default as a node that fails. */
    stopInstance: (signal: NodeJS.Signals = 'SIGKILL') => programs.get('instance')?.stop(signal),
    /** Ends the companion, by default as a node that fails. */
    stopCompanion: (signal: NodeJS.Signals = 'SIGKILL') => programs.get('companion')?.stop(signal),
    /** What the companion wrote to its log. */
    logged: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    /** A page's socket, opened through the gateway by a signed-in account; rejects when it is refused. */
    openSocket: (account: string) =>
      greeted(`http://127.0.0.1:${ports.gateway}`, {
        Host: HOST,
        Origin: `https://${HOST}`,
        Cookie: sessionOf(account),
      }),
    /** A socket beside the gateway, as only the pod's containers can open one. */
    openInside: () => greeted(instanceUrl),
    async stop() {
      const stopped = [...[...programs.values()].map((program) => program.stop()), nginx.stop()];
      signIn.closeAllConnections();
      signIn.close();
      await Promise.all(stopped);
      rmSync(folder, { recursive: true });
    },
  };
}
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;
