/** nginx with the configuration that the tenant chart renders, on local ports. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { type Manifest, pick, render } from './render.ts';

export const HOST = 'padaria.vigia.example';

export type Ports = Readonly<Record<'gateway' | 'secure' | 'instance' | 'companion' | 'signIn', number>> & {
  /** A DNS server of the test, which knows the sign-in's name; without one the sign-in has an address. */
  readonly dns?: number;
};

const SIGN_IN = 'sign-in.vigia-sign-in.svc.cluster.local';

/**
 * Renders an environment at `HOST`.
 * @param values Over these of an operator, as the Worker's applications contain them.
 */
export function renderTenant(values: object, release = 't-7k2m9'): Manifest[] {
  return render('deploy/tenant-chart', release, {
    subdomain: 'padaria',
    host: HOST,
    planId: 'free',
    monitorsMax: 5,
    ingress: { className: 'traefik', controllerNamespace: 'traefik' },
    ...values,
  });
}

/** Data of one of the environment's ConfigMaps, by the end of its name. */
export function configOf(manifests: readonly Manifest[], ending: string): Record<string, string> {
  const names = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
  return pick(manifests, 'ConfigMap', names.find((name) => name.endsWith(`-${ending}`)) ?? '').data ?? {};
}

/** The chart's configuration with local addresses. */
function configuration(data: Record<string, string>, ports: Ports, folder: string): string {
  for (const name of ['stranger.html', 'cookies.html']) writeFileSync(join(folder, name), data[name] ?? '');
  const secure = makeCertificate(folder)
    ? `listen 127.0.0.1:${ports.secure} ssl; ssl_certificate ${folder}/tls.crt; ssl_certificate_key ${folder}/tls.key;`
    : '';
  return (
    (data['nginx.conf'] ?? '')
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/etc/nginx/tenant', folder)
      .replaceAll('/dev/stdout', `${folder}/access.log`)
      .replaceAll('/dev/stderr', `${folder}/error.log`)
      .replace('include /etc/nginx/mime.types;', 'types { text/html html; }')
      .replace('listen 8080;', `listen 127.0.0.1:${ports.gateway}; ${secure}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${ports.instance}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${ports.companion}`)
      .replace(`${SIGN_IN}:4180`, `${ports.dns === undefined ? '127.0.0.1' : SIGN_IN}:${ports.signIn}`)
      // Asked again after a second; a name server of resolv.conf has no port.
      .replace(
        /include .*resolver\.conf;/,
        ports.dns === undefined ? '$&' : `resolver 127.0.0.1:${ports.dns} valid=1s;`,
      )
  );
}

/** The container's own command, with local paths. */
function startScript(data: Record<string, string>, folder: string): string {
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
  return (data['start.sh'] ?? '')
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/etc/nginx/tenant', folder)
    .replaceAll('/etc/resolv.conf', `${folder}/resolv.conf`)
    .replace('exec nginx', `exec '${inject('chartTools').nginx}' -p ${folder}`);
}

/** A certificate like the ingress controller's, because service workers need HTTPS. False without OpenSSL. */
function makeCertificate(folder: string): boolean {
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout tls.key -out tls.crt';
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  return (
    spawnSync('openssl', [...options.split(' '), ...subject], { cwd: folder, stdio: 'ignore' }).status === 0
  );
}

/** Starts it with the rendered environment's configuration, in an existing empty folder. */
export async function startNginx(manifests: readonly Manifest[], ports: Ports, folder: string) {
  // Started by root, nginx runs as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'logs'));
  const data = configOf(manifests, 'gateway');
  writeFileSync(join(folder, 'nginx.conf'), configuration(data, ports, folder));
  const nginx = spawn('sh', ['-c', startScript(data, folder)], { stdio: 'ignore' });
  const ask = createAsk(ports.gateway);
  await vi.waitUntil(() => ask('/api/entry-page').then(Boolean, () => false), { timeout: 10_000 });
  const ended = () => nginx.exitCode !== null || nginx.signalCode !== null;
  return {
    ask,
    /** The master's process and its workers', which it replaces when they end. */
    pids: () => (ended() ? [] : [nginx.pid, ...childrenOf(nginx.pid)]),
    async stop() {
      const ended = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

const childrenOf = (pid: number | undefined): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Sends a request with the path unchanged; `fetch` would normalise it. */
function createAsk(port: number) {
  return (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        const outgoing = request(
          { port, host: '127.0.0.1', path, method, headers: { host: HOST, ...headers } },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => {
              text += part;
            });
            response.on('end', () =>
              resolve({ status: response.statusCode, headers: response.headers, body: text }),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      },
    );
}

/** The sign-in's cookie for an account and its groups, as `answerAsSignIn` reads it. */
export const sessionOf = (account: string, group = 'tenant:padaria'): string =>
  `__Secure-vigia-sign-in=${account}.clientes.${group}`;

/**
 * Answers `/oauth2/auth` and `/oauth2/start` like oauth2-proxy. The cookie is `{account}.{group}.{group}…`; an account
 * in `silent` makes it fail.
 */
export function answerAsSignIn({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://sign-in');
  const [account = '', ...groups] =
    /(?:^|; )__Secure-vigia-sign-in=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.split('.') ?? [];
  if (pathname === '/oauth2/start') {
    response.writeHead(302, {
      Location: 'https://auth.vigia.example/realms/vigia',
      'Set-Cookie': 'csrf=1; Domain=vigia.example',
    });
  } else if (account === '') response.writeHead(401);
  else if (account === 'silent') response.writeHead(500);
  else
    response.writeHead(groups.includes(searchParams.get('allowed_groups') ?? '') ? 202 : 403, {
      'X-Auth-Request-User': account,
    });
  response.end();
}
