/**
 * What the history of an environment shows its owner and members (`/conta/atividade`): which events of the log, under which
 * subject, and in which words. Everything else in the log is for operators.
 */

/** The subjects that the list can be filtered by, with their names. */
export const activitySubjects = {
  contract: 'Plano e pagamento',
  environment: 'Ambiente',
  people: 'Pessoas',
  limits: 'Limites do plano',
  alerts: 'Avisos e relatórios',
  data: 'Dados',
} as const;
export type ActivitySubject = keyof typeof activitySubjects;

const kinds = {
  'order-reserved': ['contract', 'Pedido feito'],
  'upgrade-asked': ['contract', 'Mudança de plano pedida'],
  'upgrade-applied': ['contract', 'Mudança de plano em vigor'],
  'upgrade-called-off': ['contract', 'Mudança de plano desfeita'],
  'card-changed': ['contract', 'Cartão trocado'],
  'fiscal-contacts': ['contract', 'Destinos da nota fiscal alterados'],
  'renewal-failed': ['contract', 'Renovação não paga'],
  'cancellation-requested': ['contract', 'Cancelamento pedido'],
  'withdrawal-requested': ['contract', 'Desistência pedida'],
  'contract-ended': ['contract', 'Contrato encerrado'],
  'provisioning-done': ['environment', 'Ambiente entregue'],
  'tenant-suspended': ['environment', 'Ambiente suspenso'],
  'tenant-reactivated': ['environment', 'Ambiente reativado'],
  'tenant-ended': ['environment', 'Ambiente encerrado'],
  'restore-asked': ['environment', 'Volta de uma cópia pedida'],
  'restore-done': ['environment', 'Ambiente de volta de uma cópia'],
  'person-invited': ['people', 'Pessoa convidada'],
  'person-invited-again': ['people', 'Convite enviado de novo'],
  'invitation-revoked': ['people', 'Convite cancelado'],
  'person-joined': ['people', 'Pessoa entrou'],
  'person-left': ['people', 'Pessoa saiu'],
  'person-removed': ['people', 'Acesso retirado de uma pessoa'],
  'person-paused': ['people', 'Acesso de uma pessoa pausado: faltam lugares no plano'],
  'person-resumed': ['people', 'Acesso de uma pessoa de volta'],
  'limits-over': ['limits', 'Acima dos limites do plano'],
  'limits-applied': ['limits', 'Monitores pausados ou ajustados ao plano'],
  'limits-undone': ['limits', 'Pausas e ajustes do plano desfeitos no painel'],
  'limits-chosen': ['limits', 'Monitores que continuam escolhidos'],
  'monitors-prohibited': ['limits', 'Monitores que contrariam os termos encontrados'],
  'monitors-allowed': ['limits', 'Nenhum monitor contraria os termos'],
  'alert-recipient-on': ['alerts', 'Destino de avisos ligado'],
  'alert-recipient-off': ['alerts', 'Destino de avisos desligado'],
  'alert-recipient-waits': ['alerts', 'Avisos não chegam a um destino'],
  'alert-renamed': ['alerts', 'Nome de um destino alterado'],
  'alert-seen': ['alerts', '“Estou vendo” de uma queda'],
  'alert-silence': ['alerts', 'Ambiente sem notícia'],
  'alert-heard': ['alerts', 'Ambiente com notícia de novo'],
  'alert-preferences': ['alerts', 'Preferências de um destino alteradas'],
  'report-mail-on': ['alerts', 'Relatório por e-mail ligado'],
  'report-mail-off': ['alerts', 'Relatório por e-mail desligado'],
  'data-copied': ['data', 'Cópia dos dados da conta pedida'],
  'environment-taken': ['data', 'Dados do ambiente baixados'],
  'monitors-imported': ['data', 'Monitores trazidos de outro serviço'],
  'deletion-asked': ['data', 'Exclusão da conta pedida'],
} as const satisfies Readonly<Record<string, readonly [ActivitySubject, string]>>;

export type ActivityKind = keyof typeof kinds;
export const activityKinds = Object.keys(kinds) as [ActivityKind, ...ActivityKind[]];

/** The sentence of a kind. */
export const activityWords = (kind: ActivityKind): string => kinds[kind][1];
export const subjectOfKind = (kind: ActivityKind): ActivitySubject => kinds[kind][0];
