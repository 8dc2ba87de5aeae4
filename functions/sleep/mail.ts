/** Mails to owners of free environments that watch nothing: before they sleep, and before a sleeper is removed. */
import * as z from 'zod';
import { UNWATCHED_DAYS } from '#domain/tenants/sleep.ts';
import { accountUrl, type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Day, Recipient, writeDay } from '#functions/platform/mail/words.ts';

const SleepSoon = Recipient.extend({ sleepsOn: Day });
const Farewell = Recipient.extend({ since: Day, removesOn: Day, isLast: z.boolean() });

export const sleepMails: MailTemplates = {
  'sleep-soon': toCustomer(SleepSoon, ({ subdominio, sleepsOn }, facts) => ({
    subject: `O painel ${subdominio} vai dormir em ${writeDay(sleepsOn)}`,
    paragraphs: [
      `Nenhum monitor do seu painel está ligado. No plano ${facts.catalog.plan('free').name}, um painel sem nada para vigiar por ${UNWATCHED_DAYS} dias dorme: ele para, e nada é apagado.`,
      'Para ele continuar no ar, ligue um monitor antes desse dia. Se dormir, você o acorda quando quiser, em Minha conta.',
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: 'Dorme em', value: writeDay(sleepsOn) },
    ],
    action: { label: 'Abrir minha conta', url: accountUrl(facts) },
  })),

  'asleep-farewell': toCustomer(Farewell, ({ subdominio, since, removesOn, isLast }, facts) => ({
    subject: isLast
      ? `Último aviso: o painel ${subdominio} será apagado em ${writeDay(removesOn)}`
      : `O painel ${subdominio} será apagado em ${writeDay(removesOn)}`,
    paragraphs: [
      `O seu painel dorme desde ${writeDay(since)}. Se ninguém o acordar, ele é apagado em ${writeDay(removesOn)}, com monitores e histórico.`,
      'Para ficar com ele, acorde-o em Minha conta. Acordado, ele volta como estava, e este prazo deixa de valer.',
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: 'Dorme desde', value: writeDay(since) },
      { label: 'Apagado em', value: writeDay(removesOn) },
    ],
    action: { label: 'Acordar o painel', url: accountUrl(facts) },
    ...(isLast ? { notes: ['Este é o último e-mail sobre isso.'] } : {}),
  })),
};
