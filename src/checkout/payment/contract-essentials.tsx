/** The summary of the contract above the checkbox that accepts it. */
import { contractEssentials } from '#domain/order/essentials.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';

interface ContractEssentialsProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

export function ContractEssentials(sold: ContractEssentialsProps) {
  return (
    <section aria-labelledby="essencial-titulo" className="grid gap-3">
      <h3 id="essencial-titulo" className="text-lg">
        O essencial do contrato
      </h3>
      <ul className="grid list-disc gap-1.5 ps-5 text-sm leading-5 text-ink-soft">
        {contractEssentials(catalog, sold).map(({ clause, rest }) => (
          <li key={clause}>
            <strong className="font-semibold text-ink">{clause}</strong>
            {rest}
          </li>
        ))}
      </ul>
    </section>
  );
}
