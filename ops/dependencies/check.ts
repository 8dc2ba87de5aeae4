/**
 * `npm run check:dependencies`: licences of everything in the lockfile, the component list, then npm's known
 * vulnerabilities.
 *
 * Without a connection the last part says so and does not fail; with `--strict`, used before publishing, it fails
 * then too.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditExceptions, auditFindings, lockedPackages, refusedLicenses, unlisted } from './policy.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const NPM_TIMEOUT_MS = 60_000;

function askNpm(...words: readonly string[]): unknown {
  const { stdout } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: NPM_TIMEOUT_MS,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

function report(title: string, findings: readonly string[]): void {
  console.log(findings.length === 0 ? `${title}: nada a dizer.` : `${title}:`);
  for (const finding of findings) console.log(`  - ${finding}`);
  if (findings.length > 0) process.exitCode = 1;
}

const packages = lockedPackages(readJson('package-lock.json'));
report(`Licenças de ${packages.length} pacotes`, refusedLicenses(packages));
report('Lista de componentes', unlisted(askNpm('run', '--silent', 'sbom'), readJson('package.json')));

const exceptions = AuditExceptions.parse(readJson('ops/dependencies/audit-exceptions.json'));
const findings = auditFindings(askNpm('audit', '--json'), exceptions, new Date().toISOString().slice(0, 10));
if (findings !== null) report('Falhas conhecidas', findings);
else {
  console.log(
    'O registro do npm não respondeu sobre falhas conhecidas: nada foi conferido. Tente com conexão.',
  );
  if (process.argv.includes('--strict')) process.exitCode = 1;
}
