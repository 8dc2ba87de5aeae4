/**
 * `npm run test:mutants`: proves the rules of the rehearsals by mutants of the product. Each is one line that is wrong, in a
 * copy of the tree; the run that is meant to find it must fail, by its rule. Options: names of lists (`contracts`,
 * `alerts`) and of mutants; all by default.
 *
 * Not in `npm test`, because each takes up to two minutes. For a change of a rule or of what it reads.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from '#tests/support/project-copy.ts';
import { alertMutants } from './alerts/mutants.ts';
import { contractMutants } from './contract-mutants.ts';
import { type Mutant, mutated } from './mutant.ts';

const lists = { contracts: contractMutants, alerts: alertMutants };

/** @returns True when the mutant was found by what was meant to find it. */
function isFound(name: string, mutant: Mutant): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-mutant-'));
  const began = Date.now();
  try {
    copyProject(folder, (name) => !name.startsWith('node_modules'));
    writeFileSync(join(folder, mutant.file), mutated(mutant));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...mutant.run],
      { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const isRight = status !== 0 && mutant.says.test(stdout);
    console.log(`${isRight ? '✓' : '✗'} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
    if (!isRight) console.log(`${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
    return isRight;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const chosen = Object.entries(lists).flatMap(([list, mutants]) =>
  Object.entries(mutants).filter(
    ([name]) => positionals.length === 0 || positionals.includes(list) || positionals.includes(name),
  ),
);
const found = chosen.filter(([name, mutant]) => isFound(name, mutant)).length;
console.log(`${found} passed, ${chosen.length - found} failed`);
process.exitCode = found === chosen.length && chosen.length > 0 ? 0 : 1;
