import type { Example } from '#ui/examples.ts';
import { Heartbeat } from '#ui/heartbeat.tsx';

/** One example per use. */
export const examples: readonly Example[] = [
  {
    name: 'um incidente: cada batimento é um minuto',
    element: (
      <Heartbeat
        size="strip"
        label="Um minuto por batimento: no ar, sete minutos fora do ar, no ar de novo."
        runs={[
          { state: 'up', count: 31 },
          { state: 'down', count: 7 },
          { state: 'up', count: 20 },
          { state: 'idle', count: 6 },
        ]}
      />
    ),
  },
  {
    name: 'monitores de um plano: cada batimento vale o mesmo em todos os planos',
    element: (
      <Heartbeat
        size="sm"
        label="30 monitores"
        runs={[
          { state: 'up', count: 12 },
          { state: 'blank', count: 48 },
        ]}
      />
    ),
  },
  {
    name: 'progresso: o que respira está em andamento',
    element: (
      <Heartbeat
        label="33% concluído"
        runs={[
          { state: 'up', count: 20 },
          { state: 'running', count: 6 },
          { state: 'idle', count: 34 },
        ]}
      />
    ),
  },
  {
    name: 'manutenção e falha: âmbar e vermelho só para estado',
    element: (
      <Heartbeat
        label="No ar, em manutenção por oito minutos, fora do ar por dois, no ar."
        runs={[
          { state: 'up', count: 30 },
          { state: 'maintenance', count: 8 },
          { state: 'down', count: 2 },
          { state: 'up', count: 20 },
        ]}
      />
    ),
  },
];
