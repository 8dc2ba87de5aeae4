import type { Example } from '#ui/examples.ts';
import { FactList } from '#ui/fact-list.tsx';

export const examples: readonly Example[] = [
  {
    name: 'curtos',
    element: (
      <FactList
        rows={[
          ['Plano', 'Pro'],
          ['Cobrança', 'Anual'],
        ]}
      />
    ),
  },
  {
    name: 'um endereço longo',
    element: <FactList rows={[['Endereço', 'monitoramento-da-padaria-central.vigia.example']]} />,
  },
];
