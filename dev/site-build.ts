/** Builds the pages when a source or a `PUBLIC_*` value has changed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { childEnvironment } from '#ops/child-environment.ts';
import { CommandFailure } from '#ops/failure.ts';
import { fingerprint, isStamped, stamp } from './fingerprint.ts';
import { projectRoot } from './project-root.ts';

/** Everything that can change the built pages. */
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
  /** Folder of the pages; replaced as a whole. */
  readonly outDir: string;
  readonly publicValues: Readonly<Record<string, string>>;
  /** Called before a build, which takes a while. */
  readonly onBuild?: () => void;
  /** Ends a running build. */
  readonly signal?: AbortSignal;
}

/** Lines shown of a failed build: its end, which has the reason. */
const FAILURE_LINES = 40;

/**
 * Makes sure `outDir` has the pages of the current sources.
 *
 * @throws CommandFailure when the build fails; the message includes the tool's output.
 */
export async function ensureSiteBuild({ outDir, publicValues, onBuild, signal }: SiteBuild): Promise<void> {
  // Beside the folder, because everything in it is published.
  const stampFile = `${outDir}.stamp`;
  const print = fingerprint(projectRoot, inputs, { ...publicValues });
  if (existsSync(outDir) && isStamped(stampFile, print)) return;
  onBuild?.();
  rmSync(stampFile, { force: true });
  mkdirSync(dirname(outDir), { recursive: true });
  const log = `${outDir}.log`;
  const { code, output } = await run(outDir, publicValues, signal);
  writeFileSync(log, output);
  if (code !== 0) {
    const end = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-FAILURE_LINES).join('\n');
    throw new CommandFailure(
      `${end}\n\nA construção do site falhou. Corrija o que as linhas acima apontam e rode o comando de novo.`,
    );
  }
  stamp(stampFile, print);
}

function run(
  outDir: string,
  publicValues: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, 'dev/build.ts'), '--out-dir', outDir], {
      cwd: projectRoot,
      // Test runners set another NODE_ENV, which would make a development build.
      env: childEnvironment({ ...publicValues, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
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
