/** Mails about monitors that break the terms. */
import * as z from 'zod';
import { countOfMonitors } from '#domain/limits/words.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const whole = z.int().nonnegative();

/** Outbox payload of `monitors-prohibited`. */
const MonitorsProhibitedPayload = Recipient.extend({ directIp: whole, onion: whole });
export type MonitorsProhibitedPayload = z.output<typeof MonitorsProhibitedPayload>;

export const quotaMails: MailTemplates = {
  'monitors-prohibited': toCustomer(
    MonitorsProhibitedPayload,
    ({ subdominio, directIp, onion }, { siteUrl }) => {
      const found = [
        ...(directIp > 0 ? [`${countOfMonitors(directIp)} HTTP com IP no lugar do domínio`] : []),
        ...(onion > 0 ? [`${countOfMonitors(onion)} com endereço .onion`] : []),
      ];
      return {
        subject: `Monitores do painel ${subdominio} contrariam os termos de uso`,
        paragraphs: [
          `No painel ${subdominio} há ${found.join(' e ')}. Os termos de uso, na seção 4, não permitem esses endereços.`,
          'Troque o IP por um nome de domínio, ou apague o monitor. Monitores de ping, TCP, DNS e servidores de jogos podem usar IP.',
          'Uma conta que continua contrariando os termos pode ser suspensa. Se houve engano, responda a este e-mail: uma pessoa revê o caso.',
        ],
        action: { label: 'Ler os termos de uso', url: `${siteUrl}/termos.html` },
      };
    },
  ),
};
