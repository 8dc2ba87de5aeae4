/** What each table's rows mean, in the words of an export's index. */
export const tableWords = {
  orders:
    'Cada cadastro seu: subdomínio, plano, preço, aceite dos termos (data, hora e IP) e o andamento da criação.',
  tenants: 'O seu ambiente: endereço, plano em vigor e estado.',
  plan_changes: 'Mudanças de plano pedidas, com valor e resultado.',
  quota_readings: 'Quantos monitores o ambiente tinha na última contagem.',
  card_changes: 'Trocas de cartão: a bandeira, os quatro últimos dígitos e como terminaram.',
  fiscal_notes: 'Notas fiscais de cada cobrança: número, situação e endereço.',
  fiscal_contacts: 'Outros e-mails e o pedido de compra que você indicou para as notas fiscais.',
  limit_graces: 'Prazos que o ambiente teve por passar do plano.',
  limit_states: 'Quais monitores você escolheu manter, e o que foi ajustado ao plano.',
  report_days: 'As checagens de cada dia, somadas por monitor, de que o relatório é feito.',
  report_months: 'Os nomes dos monitores em cada mês de relatório.',
  memberships: 'Ambientes de outras pessoas em que você trabalha ou trabalhou.',
  invitations: 'Convites mandados ao seu e-mail.',
  contracts: 'Contratos: a assinatura na operadora de pagamento, quando começou e como terminou.',
  contract_terms: 'Plano, ciclo e preço de cada contrato, desde quando.',
  charges: 'Cobranças: valor, vencimento, os dias que cada uma paga e se foi paga, contestada ou devolvida.',
  quotes: 'Valores mostrados a você antes de uma mudança de plano.',
  contract_ends: 'Cancelamentos e desistências, com as datas.',
  dunning: 'Renovações que o cartão recusou e as novas tentativas.',
  billing_notices: 'Avisos sobre cobranças e contratos, com a data.',
  events: 'O que aconteceu com cada pedido e contrato, em ordem.',
  support_messages: 'Mensagens que você mandou pelo formulário de suporte.',
  outbox: 'E-mails que o site mandou a você, ou à equipe sobre o seu ambiente.',
  idempotency: 'Registro que impede um pedido de ser feito duas vezes, com a resposta que você recebeu.',
  processor_calls: 'Quantas vezes, por hora, a sua conta fez o site consultar a operadora de pagamento.',
  data_copies: 'Quantas cópias dos seus dados você baixou em cada dia.',
  deletions: 'O seu pedido de exclusão, se há um.',
  marks: 'Desistências, dívidas, contestações e upgrades em confiança.',
  mark_parties: 'Os códigos com chave pelos quais as linhas de "marks" são reconhecidas como suas.',
  work: 'O que o site ainda tem a fazer pelos seus pedidos e pelo seu ambiente.',
  webhook_events: 'Avisos da operadora de pagamento sobre as suas cobranças.',
} as const satisfies Readonly<Record<string, string>>;

/** A table that exports contain. */
export type ExportedTable = keyof typeof tableWords;
