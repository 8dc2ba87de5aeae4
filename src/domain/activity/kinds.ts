/**
 * What the history of an environment shows its owner and members (`/conta/atividade`): which events of the log, under which
 * subject, and in which words. Everything else in the log is for operators.
 */

/** The subjects that the list can be filtered by, with their names. */
export const activitySubjects = {
  contract: 'Plano e pagamento',
  environment: 'Painel',
  people: 'Pessoas',
  limits: 'Limites do plano',
  alerts: 'Avisos e relatórios',
  support: 'Suporte',
  data: 'Dados',
} as const;
export type ActivitySubject = keyof typeof activitySubjects;

/** What somebody did, after the name; `{about}` is which or how many, where that is known. */
type Deed = readonly [subject: ActivitySubject, did: string, about?: string];

const kinds = {
  'order-reserved': ['contract', 'fez o pedido', 'fez o pedido: {about}'],
  'charge-failed': ['contract', 'tentou pagar, e o cartão foi recusado'],
  'upgrade-asked': ['contract', 'pediu a mudança de plano', 'pediu a mudança para o plano {about}'],
  'upgrade-applied': ['contract', 'pôs a mudança de plano em vigor', 'pôs em vigor o plano {about}'],
  'upgrade-called-off': ['contract', 'desfez a mudança de plano', 'desfez a mudança para o plano {about}'],
  'card-changed': ['contract', 'trocou o cartão', 'trocou o cartão: {about}'],
  'card-change-closed': ['contract', 'tentou trocar de cartão, e ele foi recusado'],
  'fiscal-contacts': ['contract', 'mudou quem recebe a nota fiscal'],
  'renewal-failed': [
    'contract',
    'tentou cobrar a renovação, e ela não passou',
    'tentou cobrar a renovação, e ela não passou ({about})',
  ],
  'cancellation-requested': ['contract', 'cancelou a renovação'],
  'withdrawal-requested': ['contract', 'desistiu da contratação'],
  'contract-ended': ['contract', 'encerrou o contrato'],
  'provisioning-done': ['environment', 'entregou o painel'],
  'tenant-suspended': ['environment', 'suspendeu o painel'],
  'tenant-reactivated': ['environment', 'reativou o painel'],
  'tenant-ended': ['environment', 'encerrou o painel'],
  'sleep-announced': [
    'environment',
    'avisou que o painel vai dormir',
    'avisou que o painel vai dormir em {about}',
  ],
  'environment-asleep': ['environment', 'pôs o painel para dormir: nada estava ligado nele'],
  'environment-woken': ['environment', 'acordou o painel'],
  'removal-announced': [
    'environment',
    'avisou que o painel adormecido será apagado',
    'avisou que o painel adormecido será apagado em {about}',
  ],
  'restore-asked': ['environment', 'pediu a volta de uma cópia'],
  'restore-done': ['environment', 'devolveu o painel a uma cópia'],
  'person-invited': ['people', 'convidou uma pessoa', 'convidou {about}'],
  'person-invited-again': ['people', 'enviou um convite de novo', 'enviou o convite de novo a {about}'],
  'invitation-revoked': ['people', 'cancelou um convite'],
  'person-joined': ['people', 'entrou no painel'],
  'person-left': ['people', 'saiu do painel'],
  'person-removed': ['people', 'retirou o acesso de uma pessoa', 'retirou o acesso de {about}'],
  'person-paused': [
    'people',
    'pausou o acesso de uma pessoa: faltam lugares no plano',
    'pausou o acesso de {about}: faltam lugares no plano',
  ],
  'person-resumed': ['people', 'devolveu o acesso de uma pessoa', 'devolveu o acesso de {about}'],
  'company-sign-in-on': ['people', 'ligou a entrada da empresa', 'ligou a entrada da empresa: {about}'],
  'company-sign-in-off': [
    'people',
    'desligou a entrada da empresa',
    'desligou a entrada da empresa: {about}',
  ],
  'limits-over': ['limits', 'viu que os limites do plano foram passados'],
  'limits-applied': ['limits', 'pausou ou ajustou monitores ao plano'],
  'limits-undone': ['limits', 'viu pausas e ajustes do plano desfeitos no painel'],
  'limits-chosen': [
    'limits',
    'escolheu os monitores que continuam',
    'escolheu os monitores que continuam: {about}',
  ],
  'monitors-prohibited': ['limits', 'achou monitores que contrariam os termos'],
  'monitors-allowed': ['limits', 'viu que nenhum monitor contraria os termos'],
  'first-monitor': [
    'environment',
    'escolheu o que vigiar primeiro',
    'escolheu o que vigiar primeiro: {about}',
  ],
  'alert-recipient-on': ['alerts', 'ligou um destino de avisos', 'ligou os avisos em {about}'],
  'alert-recipient-off': ['alerts', 'desligou um destino de avisos', 'desligou os avisos em {about}'],
  'alert-recipient-waits': [
    'alerts',
    'viu que os avisos não chegam a um destino',
    'viu que os avisos não chegam a {about}',
  ],
  'alert-secret': ['alerts', 'trocou o segredo de um webhook', 'trocou o segredo de {about}'],
  'alert-renamed': ['alerts', 'mudou o nome de um destino', 'deu o nome {about} a um destino'],
  'alert-seen': ['alerts', 'disse “Estou vendo” de uma queda', 'disse “Estou vendo” de {about}'],
  'alert-silence': ['alerts', 'ficou sem notícia do painel'],
  'alert-heard': ['alerts', 'voltou a ter notícia do painel'],
  'alert-preferences': [
    'alerts',
    'mudou o que um destino recebe, e quando',
    'mudou o que {about} recebe, e quando',
  ],
  'report-mail-on': ['alerts', 'ligou o relatório por e-mail'],
  'report-mail-off': ['alerts', 'desligou o relatório por e-mail'],
  'onboarding-began': ['support', 'começou a implantação assistida'],
  'onboarding-done': ['support', 'concluiu a implantação assistida'],
  'support-asked': ['support', 'escreveu ao suporte', 'escreveu ao suporte: mensagem {about}'],
  'support-answered': ['support', 'respondeu ao suporte', 'respondeu a mensagem {about}'],
  'data-copied': ['data', 'baixou a cópia dos dados da conta'],
  'environment-taken': ['data', 'baixou os dados do painel'],
  'monitors-imported': ['data', 'trouxe monitores de outro serviço', 'trouxe de outro serviço: {about}'],
  'deletion-asked': ['data', 'pediu a exclusão da conta'],
} as const satisfies Readonly<Record<string, Deed>>;

export type ActivityKind = keyof typeof kinds;
export const activityKinds = Object.keys(kinds) as [ActivityKind, ...ActivityKind[]];

/** What was done, to be read after who did it: "ligou os avisos em “Turno da noite” (Telegram)". */
export function activityWords(kind: ActivityKind, about?: string): string {
  const [, plain, named]: Deed = kinds[kind];
  return about === undefined || named === undefined ? plain : named.replace('{about}', () => about);
}

export const subjectOfKind = (kind: ActivityKind): ActivitySubject => kinds[kind][0];
