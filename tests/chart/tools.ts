/**
 * Helm, a Kubernetes schema check and nginx for the tests of the charts, fetched once into `.local/tools`.
 *
 * Helm and kubectl-validate are built from the Go module proxy; kubectl-validate carries the API server's own schemas,
 * so nothing is read from the network when it runs. nginx is the system's, or Debian's package unpacked beside them:
 * no root, no installation. Where one cannot be had, its tests are left out and the reason is said.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';

const HELM = { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0', binary: 'helm' };
const VALIDATE = { module: 'sigs.k8s.io/kubectl-validate', version: 'v0.0.4', binary: 'kubectl-validate' };
const GO_BUILD_TIMEOUT_MS = 15 * 60_000;
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const folder = join(projectRoot, '.local/tools');

/** Paths of the programs; `null` for one that cannot be had here. */
export interface ChartTools {
  readonly helm: string | null;
  readonly kubectlValidate: string | null;
  readonly nginx: string | null;
  /** Why something is missing, one sentence each. */
  readonly obstacles: readonly string[];
}

function succeeds(command: string, args: readonly string[], options: object = {}): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0;
}

/** Builds a program from the Go module proxy unless it is there. */
function ensureGoProgram({ module, version, binary }: typeof HELM): string | null {
  const target = join(folder, `${binary}-${version}`);
  const path = join(target, binary);
  if (existsSync(path)) return path;
  mkdirSync(target, { recursive: true });
  // An older Go fetches from the proxy the one that the module asks for.
  const env = { ...process.env, GOBIN: target, GOTOOLCHAIN: 'auto' };
  const built = succeeds('go', ['install', '-ldflags=-s -w', `${module}@${version}`], {
    env,
    cwd: folder,
    stdio: 'ignore',
    timeout: GO_BUILD_TIMEOUT_MS,
  });
  return built && existsSync(path) ? path : null;
}

/** The system's nginx, or Debian's package unpacked. */
function ensureNginx(): string | null {
  if (succeeds('nginx', ['-v'], { stdio: 'ignore' })) return 'nginx';
  const target = join(folder, 'nginx');
  const path = join(target, 'usr/sbin/nginx');
  if (!existsSync(path)) {
    mkdirSync(target, { recursive: true });
    const options = { cwd: target, stdio: 'ignore', timeout: DOWNLOAD_TIMEOUT_MS };
    const hasPackage =
      succeeds('apt-get', ['download', 'nginx'], options) ||
      (succeeds('apt-get', ['update'], options) && succeeds('apt-get', ['download', 'nginx'], options));
    const archive = hasPackage ? readdirSync(target).find((name) => name.endsWith('.deb')) : undefined;
    if (archive === undefined || !succeeds('dpkg', ['-x', archive, '.'], options)) return null;
  }
  return succeeds(path, ['-v'], { stdio: 'ignore' }) ? path : null;
}

/** Makes sure of all three. Takes minutes the first time and nothing after. */
export function ensureChartTools(): ChartTools {
  mkdirSync(folder, { recursive: true });
  const helm = ensureGoProgram(HELM);
  const kubectlValidate = ensureGoProgram(VALIDATE);
  const nginx = ensureNginx();
  return {
    helm,
    kubectlValidate,
    nginx,
    obstacles: [
      ...(helm === null ? ['Falta o helm: precisa de Go 1.21 ou mais novo e do proxy de módulos.'] : []),
      ...(kubectlValidate === null
        ? ['Falta o kubectl-validate: precisa de Go 1.21 ou mais novo e do proxy de módulos.']
        : []),
      ...(nginx === null ? ['Falta o nginx: precisa dele instalado ou dos pacotes do Debian.'] : []),
    ],
  };
}
