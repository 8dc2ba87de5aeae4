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

export function printFleet({ corrida, revisoes }: FleetRun): string {
  const inUse = revisoes.map(({ revisao, ambientes }) => `  ${revisao || 'sem registro'}: ${ambientes}`);
  const revisions = ['Revisões em uso:', ...(inUse.length === 0 ? ['  nenhum ambiente'] : inUse)];
  if (corrida === null) return ['Nenhuma caminhada até agora.', ...revisions].join('\n');
  const { tipo, alvo, situacao, prontos, esperam, removidos, porVez, ambientes } = corrida;
  return [
    `${tipo === 'versao' ? `Versão ${alvo}` : 'Tokens'}: ${states[situacao]}. Prontos: ${prontos}. Esperam: ${esperam}.${
      removidos === 0 ? '' : ` De fora: ${removidos}.`
    } Até ${porVez} por vez em cada cluster.`,
    ...(tipo === 'versao'
      ? [
          'Cada um é copiado antes, onde as cópias estão ligadas. Sem cópia, uma falha volta à revisão de antes, mas não desfaz o que a versão nova já gravou.',
        ]
      : []),
    ...ambientes.map(
      ({ subdominio, passo, motivo }) =>
        `  ${subdominio}: ${steps[passo]}${motivo === null ? '' : ` (${motivo})`}`,
    ),
    ...(situacao === 'failed'
      ? [
          'Nenhum outro é tocado. "versao --continuar" tenta de novo, "--parar" encerra, "--voltar" desfaz os prontos.',
        ]
      : []),
    ...revisions,
  ].join('\n');
}
