/**
 * Mails about people: invitation, members who joined or left, access lost to a smaller plan, and an announced deletion.
 */

import * as z from 'zod';
import { INVITATION_FRAGMENT } from '#domain/api-schemas/people.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailFacts, type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Day, Recipient, writeDay } from '#functions/platform/mail/words.ts';

const Invited = Recipient.extend({
  /** Deleted after the mail was sent (platform/outbox.ts). */
  token: z.string().optional(),
  owner: z.string().nullable(),
  /** Only a name (`shownName`), because anyone can type anything there. */
  ownerName: z.string().nullable(),
  until: Day,
});
const AboutMember = Recipient.extend({ member: z.string() });
const SeatsOver = Recipient.extend({ plano: z.enum(planIds), until: Day, members: z.array(z.string()) });
const DeletionNotice = Recipient.extend({ after: Day });

const peopleUrl = ({ siteUrl }: Pick<MailFacts, 'siteUrl'>): string => `${siteUrl}${PEOPLE_PAGE}`;
const peopleAction = (facts: MailFacts) => ({ label: 'Abrir Pessoas', url: peopleUrl(facts) });

export const peopleMails: MailTemplates = {
  invitation: toCustomer(Invited, ({ subdominio, token, owner, ownerName, until }, facts) => {
    const address = owner ?? 'O dono do painel';
    const url = `${peopleUrl(facts)}${token === undefined ? '' : `#${INVITATION_FRAGMENT}=${token}`}`;
    return {
      subject: `Convite para o painel ${subdominio}`,
      paragraphs: [
        `${ownerName === null ? address : `${ownerName} (${address})`} convidou você para trabalhar no painel de monitoramento ${subdominio}: ver o que está no ar e mudar monitores e avisos, com quem já está lá.`,
        'O botão mostra o convite. Crie uma conta com este e-mail, ou entre com a que você já tem, e aceite. Ele vale uma vez e só para este e-mail.',
        'Quem entra no painel vê e muda todos os monitores: não há papéis dentro dele.',
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: 'Vale até', value: writeDay(until) },
      ],
      action: { label: 'Aceitar o convite', url },
      notes: ['Não conhece quem convidou? Ignore esta mensagem: sem o seu aceite nada acontece.'],
    };
  }),

  'person-joined': toCustomer(AboutMember, ({ subdominio, member }, facts) => ({
    subject: `${member} entrou no painel ${subdominio}`,
    paragraphs: [
      `${member} aceitou o seu convite e já trabalha no painel ${subdominio}.`,
      'Se não foi você quem convidou, retire a pessoa e fale com o suporte.',
    ],
    action: peopleAction(facts),
  })),

  'person-left': toCustomer(AboutMember, ({ subdominio, member }, facts) => ({
    subject: `${member} saiu do painel ${subdominio}`,
    paragraphs: [`${member} saiu do painel ${subdominio}. O lugar está livre.`],
    action: peopleAction(facts),
  })),

  'person-removed': toCustomer(Recipient, ({ subdominio }) => ({
    subject: `Seu acesso ao painel ${subdominio} terminou`,
    paragraphs: [
      `O dono do painel ${subdominio} retirou o seu acesso. Os monitores e o histórico continuam com ele.`,
      'Sua conta continua existindo, e você pode criar um painel seu.',
    ],
  })),

  'seats-over': toCustomer(SeatsOver, ({ subdominio, plano, until, members }, facts) => {
    const { name: planName, limits } = facts.catalog.plan(plano);
    const seats = limits.users === 1 ? '1 usuário' : `${limits.users} usuários`;
    return {
      subject: `O painel ${subdominio} tem mais pessoas do que o plano`,
      paragraphs: [
        `O plano ${planName} inclui ${seats}, contando você, e no painel trabalham também: ${members.join(', ')}.`,
        `Até o fim do dia ${writeDay(until)} nada muda. Até lá, retire quem não precisa mais entrar ou passe para um plano maior. Depois, quem entrou por último fica sem acesso até haver lugar de novo. Ninguém é apagado.`,
      ],
      facts: [{ label: 'Escolha até', value: writeDay(until) }],
      action: peopleAction(facts),
    };
  }),

  'person-paused': toCustomer(Recipient, ({ subdominio }) => ({
    subject: `Seu acesso ao painel ${subdominio} está parado`,
    paragraphs: [
      `O plano do painel ${subdominio} tem agora menos lugares do que pessoas, e o seu acesso está parado. Ele volta sozinho quando houver lugar. Fale com o dono do painel.`,
    ],
  })),

  'person-resumed': toCustomer(Recipient, ({ subdominio }, { tenantUrlTemplate }) => ({
    subject: `Seu acesso ao painel ${subdominio} voltou`,
    paragraphs: [`Há lugar de novo no plano do painel ${subdominio}: você já pode entrar.`],
    action: { label: 'Abrir o painel', url: tenantUrl(tenantUrlTemplate, subdominio) },
  })),

  'deletion-told': toCustomer(DeletionNotice, ({ subdominio, after }, facts) => ({
    subject: `O painel ${subdominio} vai ser apagado`,
    paragraphs: [
      `O dono pediu que o painel ${subdominio} seja apagado, com monitores e histórico. Isso acontece em ${writeDay(after)}, ou antes, se todas as pessoas do painel concordarem.`,
      'Copie até lá o que quiser guardar.',
    ],
    facts: [{ label: 'Apagado em', value: writeDay(after) }],
    action: peopleAction(facts),
  })),
};
