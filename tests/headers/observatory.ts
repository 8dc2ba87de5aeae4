/**
 * MDN HTTP Observatory, installed once into `.local/tools` from its own lockfile.
 *
 * Its install scripts do not run: they fetch lists from outside the registry and build a database driver. The scan
 * needs neither; the only list it reads, of HSTS preload domains, does not contain this machine.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#dev/project-root.ts';
import { CommandFailure } from '#ops/failure.ts';

const execFileAsync = promisify(execFile);
const source = join(projectRoot, 'tests/headers/observatory');
const INSTALL_TIMEOUT_MS = 5 * 60_000;
const SCAN_TIMEOUT_MS = 60_000;

export interface Scan {
  readonly grade: string;
  readonly score: number;
  /** Names of failed tests with their results. */
  readonly failed: readonly string[];
}

/**
 * Installs the tool if it is missing.
 * @returns Its folder.
 * @throws CommandFailure when the registry cannot be reached.
 */
export function ensureObservatory(): string {
  const lock = readFileSync(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(projectRoot, '.local/tools', `observatory-${version}`);
  const list = join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json');
  if (existsSync(list)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: INSTALL_TIMEOUT_MS,
  });
  if (installed.status !== 0) {
    throw new CommandFailure(
      `${installed.stderr ?? ''}\nNão foi possível baixar o MDN HTTP Observatory do registro do npm. Confira a conexão e rode o comando de novo.`,
    );
  }
  writeFileSync(list, '{}');
  return folder;
}

/**
 * @param address Host, port and path, without a scheme: `localhost:4643/docs`.
 * @param certificateFile Of the server, so that its TLS counts as valid.
 * @throws CommandFailure when the tool cannot scan.
 */
export async function scan(folder: string, address: string, certificateFile: string): Promise<Scan> {
  const tool = join(folder, 'node_modules/@mdn/mdn-http-observatory/src/scan.js');
  // The scanned server runs in this process, so do not block it.
  const { stdout, stderr } = await execFileAsync(process.execPath, [tool, address], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
    timeout: SCAN_TIMEOUT_MS,
  }).catch((failure: { stdout: string; stderr: string }) => failure);
  const answer = readAnswer(stdout);
  if (answer === null) throw new CommandFailure(`${stdout}${stderr}\nO Observatory não avaliou ${address}.`);
  return {
    grade: answer.scan.grade,
    score: answer.scan.score,
    failed: Object.entries(answer.tests).flatMap(([name, { pass, result }]) =>
      pass ? [] : [`${name}: ${result}`],
    ),
  };
}

interface Answer {
  readonly scan: { readonly grade: string; readonly score: number };
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>;
}

/** @returns `null` for an unfinished scan. */
function readAnswer(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Partial<Answer>;
    return answer.scan && answer.tests ? { scan: answer.scan, tests: answer.tests } : null;
  } catch {
    return null;
  }
}
