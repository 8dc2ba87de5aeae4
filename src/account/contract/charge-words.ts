/** What the plan costs, and the next charge. Pure. */
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { lateInvoice } from '#domain/billing/late-invoice.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { catalog } from '#lib/catalog.ts';

/** Price of the shown plan, which may come from the next charge instead of the paid one. */
export function priceWords({ plan, cycle, amountCentavos, renewal }: AccountResponse): string {
  const sold = renewal?.plan === plan ? renewal : { amountCentavos, cycle };
  return sold.amountCentavos === 0
    ? 'Sem cobrança'
    : `${catalog.formatPrice(sold.amountCentavos)} ${perCycle[sold.cycle]}`;
}

/** The name of the fact and the fact. */
export function nextCharge(account: AccountResponse): readonly [string, string] {
  const late = lateInvoice(account);
  if (late) {
    return ['Em atraso', `${catalog.formatPrice(late.amountCentavos)}, venceu em ${formatDay(late.dueDate)}`];
  }
  const { renewal } = account;
  if (renewal === undefined) return ['Próxima cobrança', 'Nenhuma'];
  const { name } = catalog.plan(renewal.plan);
  const price = catalog.formatPrice(renewal.amountCentavos);
  return ['Próxima cobrança', `${price} em ${formatDay(renewal.dueOn)}, plano ${name}`];
}
