/** The pages of the account, as its menu groups them. */
import {
  ACTIVITY_PAGE,
  ENVIRONMENT_DATA_PAGE,
  IMPORT_PAGE,
  OCCURRENCES_PAGE,
  OWN_DATA_PAGE,
  PLAN_PAGE,
} from '#account/account-pages.ts';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { MESSAGES_PAGE } from '#domain/support/support-pages.ts';

interface AccountPage {
  readonly href: string;
  readonly label: string;
  /** Not for members of another's environment. */
  readonly isOwners?: boolean;
}

interface AccountGroup {
  readonly name: string;
  readonly pages: readonly AccountPage[];
}

export const accountGroups: readonly AccountGroup[] = [
  {
    name: 'Monitoramento',
    pages: [
      { href: '/conta', label: 'Agora' },
      { href: OCCURRENCES_PAGE, label: 'Quedas' },
      { href: ALERTS_PAGE, label: 'Avisos' },
      { href: '/conta/relatorios', label: 'Relatórios' },
      { href: IMPORT_PAGE, label: 'Importar', isOwners: true },
    ],
  },
  {
    name: 'Equipe',
    pages: [
      { href: PEOPLE_PAGE, label: 'Pessoas' },
      { href: ACTIVITY_PAGE, label: 'Atividade' },
      { href: MESSAGES_PAGE, label: 'Chamados' },
    ],
  },
  {
    name: 'Cobrança',
    pages: [
      { href: PLAN_PAGE, label: 'Plano e pagamento', isOwners: true },
      { href: '/conta/cartao', label: 'Cartão', isOwners: true },
      { href: '/upgrade', label: 'Mudar de plano', isOwners: true },
    ],
  },
  {
    name: 'Dados',
    pages: [
      { href: ENVIRONMENT_DATA_PAGE, label: 'Levar tudo', isOwners: true },
      { href: OWN_DATA_PAGE, label: 'Meus dados' },
    ],
  },
];

/** In the header on a laptop, in the menu on a phone. */
export const helpLinks: readonly AccountPage[] = [
  { href: '/docs', label: 'Documentação' },
  { href: '/suporte', label: 'Suporte' },
];
