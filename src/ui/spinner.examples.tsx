import type { Example } from '#ui/examples.ts';
import { Spinner } from '#ui/spinner.tsx';

export const examples: readonly Example[] = [
  {
    name: 'com palavras ao lado',
    element: (
      <p>
        <Spinner /> Processando...
      </p>
    ),
  },
];
