/** Mails about alerts that are none: codes, recipients that get nothing any more, environments that say nothing. */
import * as z from 'zod';
import { codeMail } from '#domain/alerts/code-mail.ts';
import { offReasons, offSentences } from '#domain/alerts/codes.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const AlertCode = z.object({
  to: z.email(),
  subdominio: z.string(),
  /** The code; deleted after the mail was sent (platform/outbox.ts). */
  token: z.string().optional(),
  /** The account that asks. */
  owner: z.string().nullable(),
  /** Proves that the reader got this mail (platform/keyed-tokens.ts). */
  refuse: z.string(),
});
export type AlertCodePayload = z.output<typeof AlertCode>;

const RecipientOff = Recipient.extend({
  recipient: z.string(),
  reason: z.enum(offReasons),
});
export type RecipientOffPayload = z.output<typeof RecipientOff>;

const RecipientWaits = Recipient.extend({
  recipient: z.string(),
  why: z.enum(['rights', 'channel', 'returned']),
});
export type RecipientWaitsPayload = z.output<typeof RecipientWaits>;

const moment = z.int().positive();
const Silence = Recipient.extend({ since: moment });
const Heard = Silence.extend({ until: moment });

const troubles: Readonly<Record<RecipientWaitsPayload['why'], string>> = {
  rights:
    'o nosso robô está na conversa e não pode escrever nela. Peça a quem administra o grupo que o deixe escrever; tentamos de novo a cada dez minutos, cada aviso por até um dia',
  channel:
    'quem administra o canal não deixa que ele receba mensagens de fora, ou desligou o fluxo que as põe nele. Peça que liguem de novo; tentamos por um dia',
  returned:
    'três avisos seguidos voltaram em uma semana, como acontece com uma caixa cheia. Ele continua ligado, e os próximos avisos ainda são mandados',
};

export const alertMails: MailTemplates = {
  'alert-code': (payload, { siteUrl, supportEmail }) => {
    const { to, subdominio, token = '', owner, refuse } = AlertCode.parse(payload);
    return {
      to,
      replyTo: supportEmail,
      content: codeMail({
        ...{ code: token, owner, subdomain: subdominio },
        refuseUrl: `${siteUrl}/avisos/recusar#${refuse}`,
      }),
    };
  },

  'alert-recipient-off': toCustomer(RecipientOff, ({ subdominio, recipient, reason }, { siteUrl }) => ({
    subject: `Os avisos não chegam mais a ${recipient}`,
    tone: 'warning',
    paragraphs: [
      `Os avisos do painel ${subdominio} não chegam mais a ${recipient}: ${offSentences[reason]}. Os outros destinos continuam recebendo.`,
    ],
    action: { label: 'Ver os destinos', url: `${siteUrl}/conta/avisos` },
  })),

  'alert-recipient-waits': toCustomer(RecipientWaits, ({ subdominio, recipient, why }, { siteUrl }) => ({
    subject: `Os avisos não estão chegando a ${recipient}`,
    tone: 'warning',
    paragraphs: [
      `Os avisos do painel ${subdominio} não estão chegando a ${recipient}: ${troubles[why]}.`,
      'Os outros destinos continuam recebendo.',
    ],
    action: { label: 'Ver os destinos', url: `${siteUrl}/conta/avisos` },
  })),

  'alert-silence': toCustomer(Silence, ({ subdominio, since }, { siteUrl }) => ({
    subject: 'Estamos sem notícia do seu painel',
    tone: 'warning',
    paragraphs: [
      `Desde ${formatMoment(since)} o painel ${subdominio} não nos conta nada dos seus monitores. Enquanto isso os avisos não saem: se um site cair agora, você não fica sabendo por nós.`,
      'O problema costuma ser nosso, e já estamos olhando. Não é preciso fazer nada: escrevemos de novo quando ele voltar.',
    ],
    action: { label: 'Ver os avisos', url: `${siteUrl}/conta/avisos` },
  })),

  'alert-heard': toCustomer(Heard, ({ subdominio, since, until }, { siteUrl }) => ({
    subject: 'O seu painel voltou a contar dos monitores',
    tone: 'up',
    paragraphs: [
      `Ficamos sem olhar o painel ${subdominio} de ${formatMoment(since)} a ${formatMoment(until)}. Agora os avisos saem de novo.`,
      'O que está fora do ar já foi avisado, ou é avisado em instantes. Do que caiu e voltou nesse tempo contamos o que ele gravou.',
    ],
    action: { label: 'Ver os avisos', url: `${siteUrl}/conta/avisos` },
  })),
};
