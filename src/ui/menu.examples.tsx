import type { Example } from '#ui/examples.ts';
import { Menu } from '#ui/menu.tsx';

export const examples: readonly Example[] = [
  {
    name: 'fechado',
    element: (
      <Menu
        label="Opções de Plantão"
        items={['Preferências', 'Renomear', 'Retirar'].map((label) => ({ label, onChoose: () => undefined }))}
      />
    ),
  },
];
