/**
 * What the history of an environment shows its owner and members (`/conta/atividade`): which events of the log, under which
 * subject, and in which words. Everything else in the log is for operators.
 */

/** The subjects that the list can be filtered by, with their names. */
export const activitySubjects = {
  contrato: 'Plano e pagamento',
  ambiente: 'Ambiente',
  pessoas: 'Pessoas',
  limites: 'Limites do plano',
  avisos: 'Avisos e relatórios',
  dados: 'Dados',
} as const;
export type ActivitySubject = keyof typeof activitySubjects;

const kinds = {
  'order-reserved': ['contrato', 'Pedido feito'],
  'upgrade-asked': ['contrato', 'Mudança de plano pedida'],
  'upgrade-applied': ['contrato', 'Mudança de plano em vigor'],
  'upgrade-called-off': ['contrato', 'Mudança de plano desfeita'],
  'card-changed': ['contrato', 'Cartão trocado'],
  'fiscal-contacts': ['contrato', 'Destinos da nota fiscal alterados'],
  'renewal-failed': ['contrato', 'Renovação não paga'],
  'cancellation-requested': ['contrato', 'Cancelamento pedido'],
  'withdrawal-requested': ['contrato', 'Desistência pedida'],
  'contract-ended': ['contrato', 'Contrato encerrado'],
  'provisioning-done': ['ambiente', 'Ambiente entregue'],
  'tenant-suspended': ['ambiente', 'Ambiente suspenso'],
  'tenant-reactivated': ['ambiente', 'Ambiente reativado'],
  'tenant-ended': ['ambiente', 'Ambiente encerrado'],
  'restore-asked': ['ambiente', 'Volta de uma cópia pedida'],
  'restore-done': ['ambiente', 'Ambiente de volta de uma cópia'],
  'person-invited': ['pessoas', 'Pessoa convidada'],
  'person-invited-again': ['pessoas', 'Convite enviado de novo'],
  'invitation-revoked': ['pessoas', 'Convite cancelado'],
  'person-joined': ['pessoas', 'Pessoa entrou'],
  'person-left': ['pessoas', 'Pessoa saiu'],
  'person-removed': ['pessoas', 'Acesso retirado de uma pessoa'],
  'person-paused': ['pessoas', 'Acesso de uma pessoa pausado: faltam lugares no plano'],
  'person-resumed': ['pessoas', 'Acesso de uma pessoa de volta'],
  'limits-over': ['limites', 'Acima dos limites do plano'],
  'limits-applied': ['limites', 'Monitores pausados ou ajustados ao plano'],
  'limits-undone': ['limites', 'Pausas e ajustes do plano desfeitos no painel'],
  'limits-chosen': ['limites', 'Monitores que continuam escolhidos'],
  'monitors-prohibited': ['limites', 'Monitores que contrariam os termos encontrados'],
  'monitors-allowed': ['limites', 'Nenhum monitor contraria os termos'],
  'alert-recipient-on': ['avisos', 'Destino de avisos ligado'],
  'alert-recipient-off': ['avisos', 'Destino de avisos desligado'],
  'alert-recipient-waits': ['avisos', 'Avisos não chegam a um destino'],
  'alert-preferences': ['avisos', 'Preferências de um destino alteradas'],
  'report-mail-on': ['avisos', 'Relatório por e-mail ligado'],
  'report-mail-off': ['avisos', 'Relatório por e-mail desligado'],
  'data-copied': ['dados', 'Cópia dos dados da conta pedida'],
  'environment-taken': ['dados', 'Dados do ambiente baixados'],
  'monitors-imported': ['dados', 'Monitores trazidos de outro serviço'],
  'deletion-asked': ['dados', 'Exclusão da conta pedida'],
} as const satisfies Readonly<Record<string, readonly [ActivitySubject, string]>>;

export type ActivityKind = keyof typeof kinds;
export const activityKinds = Object.keys(kinds) as [ActivityKind, ...ActivityKind[]];

/** The sentence of a kind. */
export const activityWords = (kind: ActivityKind): string => kinds[kind][1];
export const subjectOfKind = (kind: ActivityKind): ActivitySubject => kinds[kind][0];
