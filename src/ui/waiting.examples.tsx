import type { Example } from '#ui/examples.ts';
import { Waiting } from '#ui/waiting.tsx';

export const examples: readonly Example[] = [
  { name: 'depois de três segundos', element: <Waiting isOn>Esperando a operadora de pagamento.</Waiting> },
  { name: 'sem espera', element: <Waiting isOn={false}>Esperando a operadora de pagamento.</Waiting> },
];
