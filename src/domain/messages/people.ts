/** Sentences about the people of an environment and their invitations. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const people = {
  // People
  'people.loading': 'Carregando as pessoas do painel',
  'people.failed-title': 'Não foi possível concluir',
  'people.unclear':
    'Não sabemos se a mudança foi feita. Recarregue a página: ela mostra as pessoas como estão.',
  'people.no-roles':
    'Dentro do painel não há papéis: quem entra vê e muda todos os monitores, avisos e páginas de status.',
  'people.full': 'Todos os lugares do plano estão ocupados. Cancele um convite ou retire alguém.',
  'people.larger-has-more': 'Um plano maior tem mais lugares.',
  'people.only-owner':
    'Neste plano só você entra no painel. Para convidar alguém, passe para um plano maior.',
  'people.company-plan': 'A equipe entra pelo provedor da empresa, sem outra senha. É do plano {plano}.',
  'people.company-how':
    'A equipe entra pelo provedor da empresa, sem outra senha. Nós ligamos, e o domínio aparece em Agora.',
  'people.invited': 'Convite enviado. Ele vale por sete dias, uma vez, e só para a conta deste e-mail.',
  'people.revoked': 'Convite cancelado. O lugar está livre.',
  'people.removed': 'Acesso retirado. Em até um minuto a pessoa está fora, também nas páginas abertas.',
  'people.left': 'Você saiu do painel.',
  'people.accepted': 'Convite aceito. Ao entrar no painel, você passa de novo pela entrada da conta.',
  'people.agreed': 'Anotado: você concorda com a exclusão do painel.',
  'invitation.reading': 'Lendo o convite',
  'invitation.unread':
    'Alguém convidou você para trabalhar em um painel de monitoramento. Crie uma conta com o e-mail que recebeu o convite, ou entre com a que você já tem. O aceite vem depois, nesta página.',
  'invitation.stranger': 'Não conhece quem convidou? Feche esta página: sem o seu aceite nada acontece.',
  'invitation.other':
    'O convite é para {para}, e você entrou com outra conta. Saia dela e abra o link do convite outra vez.',
  'person.email': 'Confira o e-mail: ele parece incompleto',
  'person.invitation-over': 'Este convite não vale mais',

  // Errors of the API, one per code
  'error.invitation-over': 'Este convite não vale mais. Peça um novo a quem convidou você.',
} as const;

export type PeopleMessageId = keyof typeof people | keyof typeof shared;

export const message = writer<PeopleMessageId>({ ...shared, ...people });
