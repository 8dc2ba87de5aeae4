import { Badge } from '#ui/badge.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  { name: 'neutro', element: <Badge>Básico</Badge> },
  { name: 'sinal', element: <Badge tone="signal">No ar</Badge> },
  { name: 'destaque', element: <Badge tone="pill">Mais Popular</Badge> },
  { name: 'fora do ar', element: <Badge tone="down">Fora do ar</Badge> },
  { name: 'manutenção', element: <Badge tone="maintenance">Em manutenção</Badge> },
];
