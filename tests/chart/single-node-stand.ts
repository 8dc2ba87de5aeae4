/**
 * A Debian server for deploy/single-node/install.sh, in a folder: its scripts run in a real shell, with programs on PATH
 * that record how they were called and answer as a server's would.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { setupValues, valuesFile } from './single-node-values.ts';

const scripts = join(projectRoot, 'deploy/single-node');
const versions = JSON.parse(readFileSync(join(projectRoot, 'deploy/versions.json'), 'utf8')) as Record<
  string,
  string
>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What each download contains here, by the end of its address. */
const downloads: Readonly<Record<string, string>> = {
  [`k3s-io/k3s/releases/download/${(versions['k3s'] ?? '').replace('+', '%2B')}/k3s`]: `#!/bin/sh\necho "k3s version ${versions['k3s']} (abc)"\n`,
  [`k3s/${(versions['k3s'] ?? '').replace('+', '%2B')}/install.sh`]:
    '[ "$INSTALL_K3S_SKIP_DOWNLOAD" = true ] && echo "k3s-script" >>"$RECORD"\n',
  [`helm-v${versions['helm']}-linux-amd64.tar.gz`]: 'helm',
  'manifests/install.yaml': 'argocd',
  [`cert-manager-${versions['cert-manager']}.tgz`]: 'chart',
};

/** How programs answer; a test replaces one to break it. */
const programs: Readonly<Record<string, string>> = {
  id: 'echo 0',
  nproc: 'echo 16',
  timedatectl: 'echo yes',
  ss: ':',
  df: 'printf "Filesystem 1024-blocks Used Available Capacity Mounted\\n/dev/sda1 900000000 90000000 810000000 10%% /\\n"',
  getent:
    'case "$2" in *.clientes.vigia.example) echo "203.0.113.7 STREAM" ;; *) echo "198.51.100.1 STREAM" ;; esac',
  'apt-get': ':',
  sysctl: ':',
  systemctl: ':',
  k3s: 'mkdir -p "$VIGIA_ROOT/var/lib/rancher/k3s/server/db/snapshots" && echo >"$VIGIA_ROOT/var/lib/rancher/k3s/server/db/snapshots/one"',
  helm: ':',
  sleep: ':',
  uname: 'echo x86_64',
  mkpasswd: 'cat >/dev/null; echo "\\$2b\\$10\\$hash"',
  tar: 'mkdir -p "$4/linux-amd64" && echo helm >"$4/linux-amd64/helm"',
  curl: `for word in "$@"; do
  case "$word" in https://*) from="$word" ;; esac
  if [ "$last" = --output ]; then to="$word"; fi
  last="$word"
done
case "$*" in *'--config -'*) cat >>"$STAND/curl-config" ;; esac
[ "$to" = /dev/null ] || cat "$STAND/downloads/$(printf %s "$from" | sha256sum | cut -c 1-16)" >"$to"`,
  kubectl: `case "$*" in
  *'get secret argocd-secret'*) cat "$STAND/password-sum" 2>/dev/null ;;
  *'get service argocd-server'*) echo 10.43.0.9 ;;
  *'get nodes'*) cat "$STAND/answers/nodes" ;;
  *'get deployments,statefulsets --namespace keycloak'*) cat "$STAND/answers/keycloak" ;;
  *'get certificate'*) cat "$STAND/answers/certificate" ;;
  *'get cronjob'*) cat "$STAND/answers/cronjob" ;;
esac
for word in "$@"; do if [ "$word" = - ]; then cat >>"$STAND/applied"; echo '---' >>"$STAND/applied"; fi; done`,
};

/** What a server where all is well says of itself; times as Kubernetes writes them. */
const healthy = (): Readonly<Record<string, string>> => ({
  nodes: 'True',
  keycloak: 'Deployment/keycloak=1=1\nStatefulSet/postgresql=1=1\n',
  certificate: hoursFromNow(24 * 30),
  cronjob: hoursFromNow(-5),
});
/** A time so many hours from now. */
export const hoursFromNow = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z/, 'Z');

/** The server. */
export interface Stand {
  /** Runs the installation; `values` is the file's text. */
  install(words: readonly string[], values?: string): Ran;
  /** Runs another script of the profile. */
  run(script: string, environment?: Readonly<Record<string, string>>): Ran;
  /** Replaces a program, or adds one. */
  program(name: string, body: string): void;
  /** What the cluster says: `nodes`, `keycloak`, `certificate` or `cronjob`. */
  answer(about: string, text: string): void;
  /** Writes a file of the server. */
  put(path: string, text: string): void;
  read(path: string): string;
  mode(path: string): string;
  /** All of the server's files, with their contents. */
  files(): Record<string, string>;
  /** How programs were called since the last time it was asked, a line each. */
  calls(): string[];
  /** What went into `kubectl apply --filename -`. */
  applied(): string;
  /** What went into `curl --config -`. */
  curlConfig(): string;
  remove(): void;
}

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** An empty Debian 13 with 64 GiB, the internet, and nothing installed. */
export function createStand(): Stand {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-server-'));
  const root = join(folder, 'root');
  const record = join(folder, 'record');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const program = (name: string, body: string): void => {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "${name} $*" >>"$RECORD"\n${body}\n`);
    chmodSync(file, 0o755);
  };
  const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'downloads'));
  // The project's files but for the sums, which are this stand's.
  mkdirSync(join(folder, 'deploy/single-node'), { recursive: true });
  for (const name of readdirSync(scripts))
    if (name !== 'sums.txt') symlinkSync(join(scripts, name), join(folder, 'deploy/single-node', name));
  for (const name of ['versions.json', 'tenant-chart', 'sign-in-chart', 'argocd'])
    symlinkSync(join(projectRoot, 'deploy', name), join(folder, 'deploy', name));
  const addresses = readFileSync(join(scripts, 'downloads.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', , address = ''] = line.split(' ');
      const version = (versions[name.replace('-script', '')] ?? '').replace('+', '%2B');
      return address.replaceAll('{version}', version);
    });
  const sums = addresses.flatMap((address) => {
    const content = Object.entries(downloads).find(([end]) => address.endsWith(end))?.[1];
    if (content === undefined) return [];
    writeFileSync(join(folder, 'downloads', sha256(address).slice(0, 16)), content);
    return [`${sha256(content)} ${address}`];
  });
  writeFileSync(join(folder, 'deploy/single-node/sums.txt'), `${sums.join('\n')}\n`);

  const answer = (about: string, text: string) => writeFileSync(join(folder, 'answers', about), text);
  mkdirSync(join(folder, 'answers'));
  for (const [about, text] of Object.entries(healthy())) answer(about, text);
  for (const [name, body] of Object.entries(programs)) program(name, body);
  put('etc/os-release', 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n');
  put('proc/meminfo', 'MemTotal:       65536000 kB\nMemAvailable:   32000000 kB\n');
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
  mkdirSync(join(root, 'var/lib'), { recursive: true });

  const run = (
    script: string,
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Ran => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      [join(folder, 'deploy/single-node', script), ...words],
      {
        encoding: 'utf8',
        timeout: 60_000,
        env: {
          PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
          VIGIA_ROOT: root,
          RECORD: record,
          STAND: folder,
          WAIT_SECONDS: '0',
          ...environment,
        },
      },
    );
    return { status, out: stdout, err: stderr };
  };

  return {
    put,
    program,
    answer,
    install(words, values = valuesFile(setupValues)) {
      const file = join(folder, 'single-node.env');
      if (!existsSync(file) || textOf(file) !== values) {
        writeFileSync(file, values);
        chmodSync(file, 0o600);
      }
      const at = words[0] === '--dry-run' ? 1 : 0;
      return run('install.sh', [...words.slice(0, at), file, ...words.slice(at)]);
    },
    run: (script, environment) => run(script, [], environment),
    read: (path) => textOf(join(root, path)),
    mode: (path) => (statSync(join(root, path)).mode & 0o777).toString(8),
    files: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => {
            const path = join(entry.parentPath, entry.name);
            return [relative(root, path), textOf(path)];
          }),
      ),
    calls() {
      const calls = textOf(record).split('\n').filter(Boolean);
      writeFileSync(record, '');
      return calls;
    },
    applied: () => textOf(join(folder, 'applied')),
    curlConfig: () => textOf(join(folder, 'curl-config')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Secret {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Record<string, string>;
  };
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
}
/** The Secrets among the objects that were applied. */
export const secretsIn = (applied: string): Secret[] =>
  parseAllDocuments(applied)
    .map((each) => each.toJS() as Secret | null)
    .filter((each) => each?.kind === 'Secret') as Secret[];
/** The sum of the password that Argo CD's Secret was made for. */
export const passwordSumIn = (applied: string): string =>
  secretsIn(applied).find(({ metadata }) => metadata.name === 'argocd-secret')?.metadata.annotations?.[
    'vigia/password-sum'
  ] ?? '';
