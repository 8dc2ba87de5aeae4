/** Mutants of the contracts, and the rule that finds each (mutants.ts). */
import type { Mutant } from './mutant.ts';

const run = [...['tests/simulation/run.ts', '--seed', '20927', '--steps', '1200', '--lanes', '2', '--as-is']];

const byRule = (rule: string): Pick<Mutant, 'says' | 'run'> => ({ run, says: new RegExp(`regra "${rule}"`) });

export const contractMutants: Readonly<Record<string, Mutant>> = {
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
    run,
    says: /vendido apesar de uma dívida/,
  },
  'old-limits-stay': {
    file: 'functions/ledger/apply-standing.ts',
    right: 'applicationOf(needs, { ...tenant, plan: standing.plan, state: standing.state })',
    wrong: 'applicationOf(needs, { ...tenant, state: standing.state })',
    ...byRule('datas'),
  },
  'paid-sleeper-sleeps-on': {
    file: 'src/domain/tenants/sleep.ts',
    right: "standing.state === 'active' && standing.plan === 'free' ? 'asleep'",
    wrong: "standing.state === 'active' ? 'asleep'",
    run,
    says: /dorme no plano essential/,
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
    run,
    says: /é do cliente de loja-/,
  },
  'half-of-lost-days-returns': {
    file: 'src/domain/contract/endings.ts',
    right: 'const undelivered = daysBetween(lastDay, coversThrough);',
    wrong: 'const undelivered = daysBetween(lastDay, coversThrough) / 2;',
    run,
    says: /sobre dias perdidos em .* e devia/,
  },
  'deletion-stops-at-its-settling': {
    file: 'functions/privacy/work-deletion.ts',
    right: 'if (needs.clock.now() < settled) return { againAt: settled };',
    wrong: 'if (needs.clock.now() < settled) return;',
    run,
    says: /a exclusão da conta .* não terminou/,
  },
};
