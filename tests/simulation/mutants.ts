/**
 * `npm run test:mutants`: proves the rules of the simulator by mutants of the product. Each is one line that is wrong, in a
 * copy of the tree; the run that is meant to find it must fail, by its rule. Options: names of mutants; all by default.
 *
 * Not in `npm test`, because each takes up to two minutes. For a change of a rule or of what it reads.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from '#tests/support/project-copy.ts';

interface Mutant {
  readonly file: string;
  /** Occurs once. */
  readonly right: string;
  readonly wrong: string;
  /** What the failing run says. */
  readonly says: RegExp;
}

const OPTIONS = ['--seed', '20927', '--steps', '1200', '--lanes', '2', '--as-is'];

const byRule = (rule: string): Pick<Mutant, 'says'> => ({ says: new RegExp(`regra "${rule}"`) });

const mutants: Readonly<Record<string, Mutant>> = {
  'withdrawal-keeps-money': {
    file: 'functions/ledger/refunds.ts',
    right: '  else await processor.refund(paymentId, reasons[returned]);',
    wrong: '',
    ...byRule('arrependimento'),
  },
  'nota-outlives-refund': {
    file: 'src/domain/fiscal/note.ts',
    right: "return !isWanted && isInForce ? 'cancel' : 'none';",
    wrong: "return !isWanted && isInForce ? 'none' : 'none';",
    ...byRule('notas'),
  },
  'paid-days-are-short': {
    file: 'src/domain/contract/charges.ts',
    right: 'coversThrough: addDays(renewalDay(dueDate, cycle), -1),',
    wrong: 'coversThrough: addDays(renewalDay(dueDate, cycle), -4),',
    ...byRule('datas'),
  },
  'debtor-buys': {
    file: 'functions/debts/require-may-buy.ts',
    right: "  if (hold.kind === 'debt') return refuseDebt(needs, purchase, hold, marks);",
    wrong: "  if (hold.kind === 'debt') return;",
    says: /vendido apesar de uma dívida/,
  },
  'old-limits-stay': {
    file: 'functions/ledger/apply-standing.ts',
    right: 'applicationOf(needs, { ...tenant, plan: standing.plan, state: standing.state })',
    wrong: 'applicationOf(needs, { ...tenant, state: standing.state })',
    ...byRule('datas'),
  },
  'erased-person-keeps-mails': {
    file: 'functions/privacy/personal-tables.ts',
    right: "    erased: true,\n    kept: { messages: 'sent_at < :before' },",
    wrong: "    kept: { messages: 'sent_at < :before' },",
    ...byRule('apagadas'),
  },
  'same-tax-id-is-same-payer': {
    file: 'functions/checkout/payer.ts',
    right: "return 'card' in request ? payerOf(identity, request) : hostedPayerOf(identity, request);",
    wrong: `const payer = 'card' in request ? payerOf(identity, request) : hostedPayerOf(identity, request);
  return { ...payer, reference: payer.cpfCnpj };`,
    says: /é do cliente de loja-/,
  },
  'half-of-lost-days-returns': {
    file: 'src/domain/contract/endings.ts',
    right: 'const undelivered = daysBetween(lastDay, coversThrough);',
    wrong: 'const undelivered = daysBetween(lastDay, coversThrough) / 2;',
    says: /sobre dias perdidos em .* e devia/,
  },
  'deletion-stops-at-its-settling': {
    file: 'functions/privacy/work-deletion.ts',
    right: 'if (needs.clock.now() < settled) return { againAt: settled };',
    wrong: 'if (needs.clock.now() < settled) return;',
    says: /a exclusão da conta .* não terminou/,
  },
};

function replaceOnce(path: string, { right, wrong, file }: Mutant): void {
  const text = readFileSync(path, 'utf8');
  if (text.split(right).length !== 2) throw new Error(`${file} has not exactly one: ${right}`);
  writeFileSync(
    path,
    text.replace(right, () => wrong),
  );
}

/** @returns True when the mutant was found by what was meant to find it. */
function isFound(name: string, mutant: Mutant): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-mutant-'));
  const began = Date.now();
  try {
    copyProject(folder, (name) => !name.startsWith('node_modules'));
    replaceOnce(join(folder, mutant.file), mutant);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'tests/simulation/run.ts', ...OPTIONS],
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
const chosen = Object.entries(mutants).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const found = chosen.filter(([name, mutant]) => isFound(name, mutant)).length;
console.log(`${found} passed, ${chosen.length - found} failed`);
process.exitCode = found === chosen.length && chosen.length > 0 ? 0 : 1;
