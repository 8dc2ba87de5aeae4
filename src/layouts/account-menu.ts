/** The pages of the account, as its menu groups them. */

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
      { href: '/conta/ocorrencias', label: 'Quedas' },
      { href: '/conta/avisos', label: 'Avisos' },
      { href: '/conta/relatorios', label: 'Relatórios' },
      { href: '/conta/importar', label: 'Importar', isOwners: true },
    ],
  },
  {
    name: 'Equipe',
    pages: [
      { href: '/conta/pessoas', label: 'Pessoas' },
      { href: '/conta/atividade', label: 'Atividade' },
    ],
  },
  {
    name: 'Cobrança',
    pages: [
      { href: '/conta/plano', label: 'Plano e pagamento', isOwners: true },
      { href: '/conta/cartao', label: 'Cartão', isOwners: true },
      { href: '/upgrade', label: 'Mudar de plano', isOwners: true },
    ],
  },
  {
    name: 'Dados',
    pages: [
      { href: '/conta/dados', label: 'Levar tudo', isOwners: true },
      { href: '/conta/meus-dados', label: 'Meus dados' },
    ],
  },
];

/** In the header on a laptop, in the menu on a phone. */
export const helpLinks: readonly AccountPage[] = [
  { href: '/docs', label: 'Documentação' },
  { href: '/suporte', label: 'Suporte' },
];
