/** Descriptions in Portuguese of the properties in routes that others call; the same name means the same in all of them. */
export const propertyWords: Readonly<Record<string, string>> = {
  // Service
  database: 'O banco responde?',
  openapi: 'Versão do OpenAPI.',
  error: 'Frase em português para quem lê.',
  code: 'Código da falha, para programas.',
  fields: 'Frase por campo (`billingAddress.cep`).',
  requestId: 'Número da chamada.',
  details: 'O que a pessoa lê, ou o que um programa precisa saber além da frase.',

  // Events of the processor, the mail provider and Telegram
  id: 'Identificador.',
  event: 'O que aconteceu, na palavra da operadora.',
  payment: 'A cobrança, ou em que pé ela está.',
  subscription: 'A assinatura.',
  invoice: 'A nota fiscal de que o aviso trata.',
  received: 'O aviso chegou.',
  update_id: 'O número que o Telegram dá ao que aconteceu.',

  // Readiness
  status: 'Estado.',
  salesClosedSince: 'Desde quando nada se vende, em milissegundos UTC; nulo com as vendas abertas.',
  state: 'Estado.',
  kind: 'Tipo.',
  problems: 'O que precisa de alguém, o mais urgente primeiro.',
  level: 'Quem precisa saber: `page` chama a qualquer hora, `mail` espera o dia útil.',
  text: 'O que é, em palavras.',
  dependencies: 'Serviços usados, cada um com o seu estado.',
  name: 'Nome.',
  latencyMs: 'Tempo da resposta, em milissegundos.',
  alerts: 'Avisos sobre monitores.',
  waiting: 'Quantos esperam: pelo provedor, ou ambientes ainda não tocados.',
  refused: 'Quantos foram recusados em um dia.',
  mailsPerMinute: 'Quantos e-mails de aviso o ritmo do provedor deixa sair em um minuto, no máximo.',
  newEnvironments: 'Ambientes novos de hoje.',
  begun: 'Quantos começaram.',
  perDay: 'Limite do dia, a partir do qual gratuitos são recusados.',
  overdue: 'Trabalho que já devia estar feito, por tipo; vazio quando não há.',
  count: 'Quantos.',
  since: 'Desde quando, em milissegundos.',
  clusters: 'Onde os ambientes rodam e quantos cada um tem; vazio com um cluster só.',
  environments:
    'Quantos ambientes, contados os pedidos que ainda não têm o seu; em uma caminhada, os que estão no meio dela ou falharam.',
  capacity: 'Quantos cabem; nulo em um cluster que a configuração não cita.',
};
