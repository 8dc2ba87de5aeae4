import type { Example } from '#ui/examples.ts';
import { FirstSteps } from '#ui/first-steps.tsx';

export const examples: readonly Example[] = [
  { name: 'plano com um minuto', element: <FirstSteps heartbeatSeconds={60} /> },
];
