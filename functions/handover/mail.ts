/** Mails about a hand-over. */
import * as z from 'zod';
import { PEOPLE_PAGE } from '#domain/contracts/people.ts';
import {
  accountUrl,
  type MailFacts,
  type MailTemplates,
  toCustomer,
} from '#functions/platform/mail/templates.ts';
import { Day, greeting, Recipient, writeDay } from '#functions/platform/mail/words.ts';

const Offered = Recipient.extend({ owner: z.string().nullable(), until: Day });
const Between = Recipient.extend({ owner: z.string().nullable(), receiver: z.string() });

const peopleAction = ({ siteUrl }: Pick<MailFacts, 'siteUrl'>) => ({
  label: 'Abrir Pessoas',
  url: `${siteUrl}${PEOPLE_PAGE}`,
});

export const handoverMails: MailTemplates = {
  'handover-offered': toCustomer(Offered, ({ name, subdominio, owner, until }, facts) => ({
    subject: `O ambiente ${subdominio} pode passar para a sua conta`,
    paragraphs: [
      greeting(name),
      `${owner ?? 'O dono do ambiente'} quer passar para você o ambiente ${subdominio}, com monitores e histórico. Se você aceitar, o contrato passa a ser seu: a próxima cobrança é no seu cartão, e nada é cobrado no aceite.`,
      'Os dias já pagos continuam valendo. Quem é dono hoje passa a participar do ambiente.',
    ],
    facts: [
      { label: 'Ambiente', value: subdominio },
      { label: 'Vale até', value: writeDay(until) },
    ],
    action: peopleAction(facts),
    notes: ['Sem o seu aceite nada muda.'],
  })),

  'handed-over': toCustomer(Between, ({ name, subdominio, receiver }, facts) => ({
    subject: `O ambiente ${subdominio} passou para ${receiver}`,
    paragraphs: [
      greeting(name),
      `${receiver} aceitou, e o ambiente ${subdominio} é agora desta conta. Nada mais é cobrado no seu cartão por ele.`,
      'Você continua participando do ambiente e pode sair quando quiser.',
    ],
    action: peopleAction(facts),
    notes: ['Não foi você que ofereceu? Responda agora para o suporte e troque a senha da sua conta.'],
  })),

  'handover-received': toCustomer(Between, ({ name, subdominio, owner }, facts) => ({
    subject: `O ambiente ${subdominio} agora é seu`,
    paragraphs: [
      greeting(name),
      `Você recebeu o ambiente ${subdominio}${owner === null ? '' : ` de ${owner}`}. Os dias já pagos continuam valendo, e a próxima cobrança é sua.`,
      'Cobranças, cartão, nota fiscal e cancelamento estão na sua conta.',
    ],
    action: { label: 'Abrir minha conta', url: accountUrl(facts) },
  })),

  'handover-closed': toCustomer(Between, ({ name, subdominio, receiver }, facts) => ({
    subject: `O ambiente ${subdominio} não mudou de dono`,
    paragraphs: [
      greeting(name),
      `A oferta do ambiente ${subdominio} a ${receiver} terminou sem efeito. Dono, cobranças e acesso continuam como estavam.`,
    ],
    action: peopleAction(facts),
  })),
};
