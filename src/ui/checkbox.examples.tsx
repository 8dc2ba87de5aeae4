import { Checkbox } from '#ui/checkbox.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  { name: 'livre', element: <Checkbox id="c-1" label="Li e aceito os termos de uso." /> },
  { name: 'marcado', element: <Checkbox id="c-2" label="Li e aceito os termos de uso." defaultChecked /> },
  {
    name: 'com erro',
    element: (
      <Checkbox id="c-3" label="Li e aceito os termos de uso." error="Aceite os termos para continuar" />
    ),
  },
];
