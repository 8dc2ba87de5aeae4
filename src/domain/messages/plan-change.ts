/** Sentences about changing the plan. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const upgrade = {
  // Upgrade
  'upgrade.no-tenant': 'Tenant não especificado',
  'upgrade.same-plan': 'Este já é o seu plano atual',
  'upgrade.no-selection': 'Selecione um plano para fazer upgrade',
  'upgrade.not-higher': 'Este não é um upgrade válido',
  'upgrade.processing-failed': 'Erro ao processar upgrade. Tente novamente.',
  'upgrade.failed': 'Falha ao atualizar plano.',
  'upgrade.completion-failed': 'Falha ao concluir upgrade.',
  'upgrade.done-title': 'Plano atualizado',
  'upgrade.restarting':
    'Seu Vigia está reiniciando com os novos limites. Assim que ele responder, levamos você até lá.',
  'upgrade.restarting-late':
    'O painel demora mais que o normal para responder. Espere aqui ou abra-o mais tarde: a mudança já foi feita.',
  'upgrade.answers': 'Seu Vigia já responde. Levamos você até lá.',
  'upgrade.started': 'Upgrade iniciado',
  'upgrade.error-title': 'Erro no upgrade',
  'upgrade.current': 'Plano Atual',
  'upgrade.ending':
    'A renovação deste plano foi cancelada. Para continuar com ele, retome a renovação na sua conta.',
  'upgrade.ended':
    'O contrato deste painel terminou: não há plano para mudar. Você pode contratar de novo na sua conta.',
  'upgrade.downgrade': 'Para mudar para um plano menor, fale com o suporte.',
  'upgrade.suspended':
    'O painel está suspenso por falta de pagamento. Pague a cobrança em aberto na sua conta antes de mudar de plano.',
  'upgrade.figures-reading': 'Lendo os valores…',
  'upgrade.figures-failed': 'Não foi possível ler os valores agora',
  'upgrade.overdue':
    'Há uma cobrança que vence hoje ou já venceu. Depois que ela for paga, você pode mudar de plano ou de ciclo.',
  'upgrade.pay-first': 'Falta o pagamento: os novos limites valem assim que ele for confirmado.',

  // Errors of the API, one per code
  'error.forbidden': 'Sua conta não tem acesso a este painel.',
} as const;

export type UpgradeMessageId = keyof typeof upgrade | keyof typeof shared;

export const message = writer<UpgradeMessageId>({ ...shared, ...upgrade });
