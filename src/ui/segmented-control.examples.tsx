import type { Example } from '#ui/examples.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';

export const examples: readonly Example[] = [
  {
    name: 'duas opções',
    element: (
      <SegmentedControl
        name="exemplo-ciclo"
        legend="Cobrança"
        defaultValue="monthly"
        options={[
          { value: 'monthly', label: 'Mensal' },
          { value: 'yearly', label: 'Anual · 10% off' },
        ]}
      />
    ),
  },
];
