/** Sentences and mails of the first hour, in words that a shop owner knows. */
import { describe, expect, test } from 'vitest';
import { checkout } from '#domain/messages/checkout.ts';
import { errors } from '#domain/messages/errors.ts';
import { provisioning } from '#domain/messages/provisioning.ts';
import { shared } from '#domain/messages/shared.ts';
import { mailTemplates } from '#functions/mails.ts';
import { renderMail } from '#functions/platform/mail/layout.ts';
import { prepareMail } from '#functions/platform/mail/templates.ts';
import { unexplainedWords } from '#tests/support/owner-words.ts';
import { everyAlert } from '#tests/support/sample-alerts.ts';
import { facts, sampleMails, sender } from '#tests/support/sample-mails.ts';

/** Spelt by requirements 000, and explained by the page that shows them (tests/islands/checkout/owner-words.test.tsx). */
const SPELT = /^(?:subdomain\.|error\.subdomain-|provisioning\.open$|step\.security$)/;
/** Of pages that come later. */
const LATER = /^error\.alert/;

test.each(
  Object.entries({ ...shared, ...checkout, ...provisioning, ...errors }).filter(
    ([id]) => !SPELT.test(id) && !LATER.test(id),
  ),
)('%s', (_, sentence) => {
  expect(unexplainedWords(sentence)).toEqual([]);
});

test.each(
  ['order-received', 'payment-confirmed', 'welcome'].flatMap((template) =>
    (sampleMails[template] ?? []).map(
      (sample, index) => [`${template} ${index + 1}`, template, sample] as const,
    ),
  ),
)('mail %s', (_, template, sample) => {
  const { content } = prepareMail(mailTemplates, { template, payload: JSON.stringify(sample) }, facts);
  expect(unexplainedWords(renderMail(content, sender).text)).toEqual([]);
});

const alerts = await everyAlert();

// What to look at after a fall is set in the monitor, so that those say the word.
test.each(['first', 'first-unknown', 'return'])('alert %s', (name) => {
  const { mail, chat } = alerts.get(name) ?? {};
  for (const text of [mail?.text, chat?.text]) {
    expect(text).toMatch(/\p{L}{4}/u);
    expect(unexplainedWords(text ?? '')).toEqual([]);
  }
});

describe('the rule itself', () => {
  test.each([
    ['Um monitor vigia um site ou serviço. 30 monitores', 0],
    ['30 monitores', 1],
    ['Monitorar o que os termos proíbem', 0],
    [`30 monitores ${'e mais palavras '.repeat(30)} Um monitor vigia um site ou serviço.`, 1],
    ['Subdomínio padaria.vigia.example O começo do endereço do painel.', 0],
    ['connect ECONNREFUSED 127.0.0.1', 1],
    ['Acessar ambiente', 1],
    ['É o seu painel, onde você vê os seus sites. Acessar ambiente', 0],
    ['o seu ambiente', 1],
    ['Configurando políticas de segurança Só entram você e as pessoas que você convidar.', 0],
  ])('%s: %i', (text, count) => expect(unexplainedWords(text)).toHaveLength(count));
});
