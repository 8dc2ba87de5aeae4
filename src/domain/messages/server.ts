/** Sentences that only the server writes into an answer. */
export const server = {
  // Terms and payment method
  'payment.attempts-over':
    'Foram muitas tentativas de pagamento na última hora; esta não foi enviada. Espere uma hora ou fale com o suporte.',
  'free.network-full':
    'O limite de painéis gratuitos novos a partir da sua rede foi atingido por hoje. Tente de novo amanhã, escolha um plano pago ou fale com o suporte.',
  'free.day-full':
    'O limite de painéis gratuitos novos de hoje foi atingido. Tente de novo amanhã ou escolha um plano pago.',
  'free.full':
    'No momento todos os painéis gratuitos estão ocupados. O que você preencheu continua aqui: escolha um plano pago ou tente de novo mais tarde.',

  // People
  'person.own-email': 'Este é o e-mail da sua própria conta',
  'person.day-full': 'Você já enviou muitos convites hoje. Tente de novo amanhã.',
  'person.own-environment':
    'Esta conta já tem um painel ou um cadastro em andamento, e por isso não pode participar de outro. Aceite o convite com outra conta, ou encerre o seu antes.',

  // Debts and holds
  'debt.one-day':
    'Há um dia em que o painel funcionou sem pagamento: {valor}. Pague esse valor primeiro; depois disso você pode contratar.',
  'debt.days':
    'Há {dias} dias em que o painel funcionou sem pagamento: {valor}. Pague esse valor primeiro; depois disso você pode contratar.',
  'debt.ask': 'Para pagar, fale com o suporte.',
  'hold.withdrawals':
    'Você desfez duas compras nos últimos 12 meses, e a próxima passa por uma pessoa da nossa equipe. Escreva para o suporte: ela responde por e-mail em até um dia útil.',

  // Upgrade
  'upgrade.done': 'O novo valor será aplicado no próximo ciclo.',
  'upgrade.paid': 'Pagamento confirmado: os novos limites já valem.',
  'upgrade.continues':
    'Um serviço não respondeu. O seu upgrade continua sozinho, e um e-mail avisa quando os novos limites valerem.',

  // Account
  'limits.choice-gone': 'A lista de monitores mudou. Veja como ela está agora e escolha de novo.',

  // Own data
  'own-data.environment-silent':
    'O painel não respondeu, e o arquivo não foi feito. Tente de novo em alguns minutos; se continuar assim, o suporte entrega os arquivos.',
  'own-data.environment-busy':
    'Outro arquivo deste painel está sendo preparado. Espere ele começar a chegar e tente de novo.',
  'own-data.environment-full':
    'O disco do painel está cheio demais para preparar o kuma.db. Baixe o JSON, ou peça o kuma.db ao suporte.',
  'own-data.copies-over':
    'Você já baixou {count} cópias hoje. A próxima pode ser baixada amanhã; se precisar antes, fale com o suporte.',
} as const;
