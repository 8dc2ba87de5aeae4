/** Every mail of the outbox, rendered from a sample: HTML and text have the same facts, and values are escaped. */
import { expect, test } from 'vitest';
import type { MailLink } from '#domain/email/mail-link.ts';
import { message } from '#domain/messages.ts';
import { listed } from '#functions/limits/mail.ts';
import { mailTemplates } from '#functions/mails.ts';
import { type MailContent, oneLine, renderMail } from '#functions/platform/mail/layout.ts';
import { prepareMail } from '#functions/platform/mail/templates.ts';
import { facts, sampleMails, sender } from '#tests/support/sample-mails.ts';

const all = Object.entries(sampleMails).flatMap(([template, samples]) =>
  samples.map((sample, index) => [`${template} ${index + 1}`, template, sample] as const),
);

/** The visible text of the HTML. */
function readable(html: string): string {
  const [, body = ''] = html.split('<body');
  return decoded(body.replace(/^[^>]*>/, '').replace(/<[^>]+>/g, ' '));
}
const decoded = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** Where a mail leads: its buttons, then words among the notes. */
const linksOf = ({ action, other, notes = [] }: MailContent): MailLink[] => [
  ...(action ? [action] : []),
  ...(other ? [other] : []),
  ...notes.filter((note) => typeof note !== 'string'),
];

function mailOf(template: string, sample: object) {
  const prepared = prepareMail(mailTemplates, { template, payload: JSON.stringify(sample) }, facts);
  return { ...prepared, ...renderMail(prepared.content, sender) };
}

test('every template has a sample, and every sample a template', () => {
  expect(Object.keys(sampleMails).sort()).toEqual(Object.keys(mailTemplates).sort());
});

test.each(all)('%s: HTML and text say the same', (_name, template, sample) => {
  const { content, html, text } = mailOf(template, sample);
  const [seen, read] = [readable(html), decoded(text)];
  const said = [
    ...content.paragraphs.flatMap((block) => (typeof block === 'string' ? [block] : block.list)),
    ...(content.facts ?? []).flatMap(({ label, value }) => [label, value]),
    ...linksOf(content).map(({ label }) => label),
    ...(content.notes ?? []).filter((note) => typeof note === 'string'),
    content.subject,
    sender.company,
    ...(content.isInternal ? [] : [sender.supportEmail]),
  ];
  for (const words of said.map(decoded)) {
    expect(seen).toContain(words);
    expect(read).toContain(words);
  }
  for (const { url } of linksOf(content)) {
    expect(html).toContain(`href="${url}"`);
    expect(read).toContain(url);
  }
  expect(seen).not.toMatch(/#[\w.-]{20}/);
  expect(text).not.toMatch(/<[a-z/]/);
  for (const line of [seen, read]) expect(line).not.toMatch(/undefined|null|NaN|Invalid|\{/);
});

test.each(all)('%s: has an address, a one-line subject, and absolute links', (_name, template, sample) => {
  const { to, content, html } = mailOf(template, sample);
  expect(to).toMatch(/@/);
  expect(content.subject).toBe(oneLine(content.subject));
  expect(content.subject.length).toBeLessThan(90);
  const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
  for (const link of links) expect(link).toMatch(/^https:\/\//);
  expect(links).toEqual(linksOf(content).map(({ url }) => url));
});

test.each(all)('%s: typed text is escaped', (_name, template, sample) => {
  const typed = Object.fromEntries(
    Object.entries(sample).map(([key, value]) =>
      ['name', 'nome', 'assunto', 'mensagem'].includes(key)
        ? [key, '<img src=x onerror=alert(1)>\r\nBcc: todos@teste.example']
        : [key, value],
    ),
  );
  const { content, html, text } = mailOf(template, typed);
  expect(html).not.toContain('<img');
  expect(oneLine(content.subject)).not.toMatch(/[\r\n]/);
  expect(text.split('\n')[0]).toBe(oneLine(content.subject));
  const [, title] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  expect(title).not.toMatch(/[\r\n]/);
});

test('no subject contains a name, and no mail requires one', () => {
  const name = 'Sua conta foi bloqueada. Regularize em www.example';
  for (const [title, template, sample] of all) {
    const known = {
      ...sample,
      ...('name' in sample ? { name } : {}),
      ...('nome' in sample ? { nome: name } : {}),
    };
    expect(mailOf(template, known).content.subject, title).not.toContain(name);
    if ('name' in sample) expect(mailOf(template, { ...sample, name: null }).text, title).toContain('Olá.');
  }
});

test('the three failure mails differ, and the last names the consequence', () => {
  const bodies = [0, 1, 2].map((index) =>
    mailOf('payment-failed', sampleMails['payment-failed']?.[index] ?? {}),
  );
  expect(new Set(bodies.map(({ content }) => content.subject)).size).toBe(3);
  expect(bodies.map(({ text }) => /suspenso/.test(text))).toEqual([false, false, true]);
  expect(bodies.map(({ text }) => text.includes('continua funcionando'))).toEqual([true, true, false]);
});

test('a mail without a processor’s page leads to the account', () => {
  const { content } = mailOf('payment-failed', sampleMails['payment-failed']?.[3] ?? {});
  expect(content.action?.url).toBe('https://vigia.example/conta/plano');
});

test('a mail that leads to bigger plans names the environment', () => {
  const { content } = mailOf('limits-over', sampleMails['limits-over']?.[0] ?? {});
  expect(content.action?.url).toMatch(/^https:\/\/vigia\.example\/upgrade\?tenant=[a-z0-9-]+$/);
});

test('every customer mail links to the account', () => {
  for (const [name, template, sample] of all) {
    // A code goes to an address that need not have an account.
    const isForOthers = template === 'alert-code' || mailOf(template, sample).to === facts.supportEmail;
    if (!('subdominio' in sample) || isForOthers) continue;
    expect(mailOf(template, sample).text, name).toContain('https://vigia.example/conta');
  }
});

test('a row that does not fit its template is logged, not sent', () => {
  const prepare = (template: string, payload: string) =>
    prepareMail(mailTemplates, { template, payload }, facts);
  expect(() => prepare('cancelled', '{"to":"x@y.example"}')).toThrow();
  expect(() => prepare('nothing', '{}')).toThrow('no template');
});

test('no mail uses exclamation marks', () => {
  for (const [, template, sample] of all) expect(mailOf(template, sample).text).not.toContain('!');
});

test('the welcome mail asks for what is not watched, and orders nothing that is', () => {
  const [unknown = {}, known = {}] = sampleMails['welcome'] ?? [];
  const asking = mailOf('welcome', unknown).text;
  expect(asking).toContain(`Dizer o que vigiar: ${facts.siteUrl}/conta`);
  const telling = mailOf('welcome', known).text;
  expect(telling).toContain('Já estamos vigiando https://padaria.example, a cada 10 min.');
  expect(telling).not.toContain('Dizer o que vigiar');
  for (const text of [asking, telling]) expect(text).not.toMatch(/\d+ segundos|Adicionar novo monitor/);
});

test('the welcome mail says who is told, and is no manual', () => {
  const [asking = {}, telling = {}] = sampleMails['welcome'] ?? [];
  expect(mailOf('welcome', telling).text).toContain(message('first-alert.told'));
  for (const sample of [asking, telling]) expect(mailOf('welcome', sample).text).not.toContain('/docs/');
});

test('a mail about many monitors lists ten and counts the others', () => {
  const monitors = Array.from({ length: 82 }, (_, index) => ({ name: `Loja ${index + 1}`, interval: 60 }));
  const [over] = sampleMails['limits-over'] ?? [];
  const { text } = mailOf('limits-over', {
    ...over,
    interval: null,
    number: { ...listed(monitors), endsAt: Date.now() },
  });
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  expect(lines).toEqual([...monitors.slice(0, 10).map(({ name }) => `- ${name}`), '- e mais 72']);
});
