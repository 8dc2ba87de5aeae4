/** Monthly or yearly, with the yearly discount. */
import { cycleNames, withDiscount } from '#domain/plans/cycle-words.ts';
import { type BillingCycle, billingCycles } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';

interface CycleControlProps {
  readonly cycle: BillingCycle;
  readonly onCycle: (cycle: BillingCycle) => void;
  readonly isDisabled?: boolean;
}

const cycleLabels: Record<BillingCycle, string> = {
  monthly: cycleNames.monthly,
  yearly: withDiscount(cycleNames.yearly, catalog.yearlyDiscountPercent),
};

export function CycleControl({ cycle, onCycle, isDisabled = false }: CycleControlProps) {
  return (
    <SegmentedControl
      name="ciclo"
      legend="Cobrança"
      options={billingCycles.map((value) => ({ value, label: cycleLabels[value] }))}
      defaultValue={cycle}
      value={cycle}
      onChange={onCycle}
      isDisabled={isDisabled}
    />
  );
}
