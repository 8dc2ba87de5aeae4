import type { Example } from '#ui/examples.ts';
import { Logo, Mark } from '#ui/logo.tsx';

export const examples: readonly Example[] = [
  { name: 'marca com nome', element: <Logo name="Vigia" /> },
  { name: 'só o símbolo, 16 px', element: <Mark className="size-4" /> },
  { name: 'só o símbolo, 28 px', element: <Mark /> },
];
