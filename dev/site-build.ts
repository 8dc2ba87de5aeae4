/**
 * The pages as files: built again only when a source or a `PUBLIC_*` value has changed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { StartFailure } from './failure.ts';
import { fingerprint, isStamped, stamp } from './fingerprint.ts';
import { projectRoot } from './project-root.ts';

/** Whatever can change a byte of the built pages. */
const inputs = [
  'src',
  'content',
  'public',
  'astro.config.mjs',
  'dev/build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

export interface SiteBuild {
  /** Where the pages go; replaced as a whole. */
  readonly outDir: string;
  readonly publicValues: Readonly<Record<string, string>>;
  /** Told once, before a build that takes a while. */
  readonly onBuild?: () => void;
}

/** Lines of a failed build worth showing: its end, where the reason stands. */
const FAILURE_LINES = 40;

/**
 * Makes sure `outDir` holds the pages made from the present sources.
 *
 * @throws StartFailure when the build fails; the tool's own words are in its message.
 */
export async function ensureSiteBuild({ outDir, publicValues, onBuild }: SiteBuild): Promise<void> {
  // Beside the folder, not in it: everything in it is published.
  const stampFile = `${outDir}.stamp`;
  const print = fingerprint(projectRoot, inputs, { ...publicValues });
  if (existsSync(outDir) && isStamped(stampFile, print)) return;
  onBuild?.();
  rmSync(stampFile, { force: true });
  mkdirSync(dirname(outDir), { recursive: true });
  const log = `${outDir}.log`;
  const { code, output } = await run(outDir, publicValues);
  writeFileSync(log, output);
  if (code !== 0) {
    const end = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-FAILURE_LINES).join('\n');
    throw new StartFailure(
      `${end}\n\nA construção do site falhou. Corrija o que as linhas acima apontam e rode o comando de novo.`,
    );
  }
  stamp(stampFile, print);
}

function run(
  outDir: string,
  publicValues: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, 'dev/build.ts'), '--out-dir', outDir], {
      cwd: projectRoot,
      // A test runner that builds has its own, and pages made for development would be taken for the real ones.
      env: childEnvironment({ ...publicValues, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}
