/** Sentences about the creation of an environment. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const provisioning = {
  // Checkout outcomes
  'waiting.status': 'Esperando o servidor dizer em que passo está a criação.',

  // Provisioning
  'provisioning.status-failed': 'Não foi possível obter o status agora. Tentaremos novamente…',
  'provisioning.start-failed': 'Falha ao iniciar/reiniciar o provisionamento.',
  'provisioning.error':
    'Ocorreu um problema no provisionamento. Você pode tentar novamente ou falar com o suporte.',
  'provisioning.retrying':
    'Um serviço não respondeu. Estamos tentando de novo automaticamente; você não precisa fazer nada.',
  'provisioning.done': 'Seu Vigia está pronto.',
  'provisioning.closed':
    'Este pedido foi encerrado antes de o painel ficar pronto, e nada mais será cobrado. Em alguns minutos você pode contratar de novo.',
  'provisioning.told-title': 'Quem recebe os avisos',
  'provisioning.watch-later': 'O que vigiar primeiro você diz no painel, assim que ele ficar pronto.',
  'provisioning.recheck': 'Reiniciar checagem',
  'step.payment': 'Aguardando pagamento',
  'step.free': 'Liberando acesso do plano gratuito',
  'step.security': 'Configurando políticas de segurança',
  'step.security-plain': 'Protegendo a entrada do seu painel',
  'step.environment': 'Finalizando criação do painel',
  'step.tests': 'Executando testes',
  'step.payment-means': 'A operadora confirma o cartão em instantes.',
  'step.free-means': 'O plano gratuito não tem o que pagar.',
  'step.security-means': 'Só entram você e as pessoas que você convidar.',
  'step.environment-means': 'O painel é a página onde você vê os seus sites; ele ganha um endereço só seu.',
  'step.tests-means': 'Abrimos o painel como você vai abrir.',

  // Errors of the API, one per code
  'error.payment-pending': 'O pagamento ainda não foi confirmado.',
} as const;

export type ProvisioningMessageId = keyof typeof provisioning | keyof typeof shared;

export const message = writer<ProvisioningMessageId>({ ...shared, ...provisioning });
