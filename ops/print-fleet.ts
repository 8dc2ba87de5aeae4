/** Output of commands about all environments. */
import type { FleetRun } from '#domain/api-schemas/operation-environments.ts';

const states = {
  running: 'andando',
  paused: 'pausada',
  failed: 'parou na primeira falha',
  stopped: 'parada',
  done: 'terminada',
} as const;
const steps = {
  copying: 'sendo copiado, ainda não mudado',
  begun: 'escrito, ainda não pronto e legível',
  returning: 'falhou, voltando à versão de antes',
  returned: 'falhou, de volta à versão de antes',
} as const;

export function printFleet({ run, revisions }: FleetRun): string {
  const inUse = revisions.map(({ revision, count }) => `  ${revision || 'sem registro'}: ${count}`);
  const counted = ['Revisões em uso:', ...(inUse.length === 0 ? ['  nenhum ambiente'] : inUse)];
  if (run === null) return ['Nenhuma caminhada até agora.', ...counted].join('\n');
  const { kind, target, state, done, waiting, skipped, atOnce, environments } = run;
  return [
    `${kind === 'revision' ? `Versão ${target}` : 'Tokens'}: ${states[state]}. Prontos: ${done}. Esperam: ${waiting}.${
      skipped === 0 ? '' : ` De fora: ${skipped}.`
    } Até ${atOnce} por vez em cada cluster.`,
    ...(kind === 'revision'
      ? [
          'Cada um é copiado antes, onde as cópias estão ligadas. Sem cópia, uma falha volta à revisão de antes, mas não desfaz o que a versão nova já gravou.',
        ]
      : []),
    ...environments.map(
      ({ subdomain, state, reason }) =>
        `  ${subdomain}: ${steps[state]}${reason === null ? '' : ` (${reason})`}`,
    ),
    ...(state === 'failed'
      ? [
          'Nenhum outro é tocado. "versao --continuar" tenta de novo, "--parar" encerra, "--voltar" desfaz os prontos.',
        ]
      : []),
    ...counted,
  ].join('\n');
}
