/** Messages of the platform's alerts in articles: everything that the real ones say stands in them. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatTextOf } from '#domain/alerts/chat-text.ts';
import { EXAMPLE_ENVIRONMENT } from '#domain/subdomain/tenant-url.ts';
import { ChatText, MailText } from '#ui/alert-message/alert-message.tsx';
import { sampleAlert, sampleCode, sampleMessageNames } from '#ui/alert-message/sample-alerts.ts';

const alerts = sampleMessageNames.filter((name) => name !== 'code');

/** Without case and white space, which the layout chooses. */
const plain = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

test.each(alerts)('a mail: %s', (name) => {
  const { mail } = sampleAlert(name);
  const { container } = render(<MailText {...mail} />);
  const shown = plain(container.textContent ?? '');
  const words = [
    ...mail.states.flatMap(({ state, name: monitor, address, when, cause, look, raw, notes, hour }) => [
      ...[state, monitor, address, when, cause, look, raw, hour?.words ?? null],
      ...notes,
    ]),
    ...mail.paragraphs,
    ...[mail.action.label, mail.other?.label ?? null],
    ...mail.notes.map((note) => (typeof note === 'string' ? note : note.label)),
  ].filter((word) => word !== null);
  expect(words.length).toBeGreaterThan(4);
  expect(words.filter((word) => !shown.includes(plain(word)))).toEqual([]);
  expect(container.querySelectorAll('a')).toHaveLength(0);
});

test.each(alerts)('a chat: %s', (name) => {
  const chat = chatTextOf(sampleAlert(name).written, EXAMPLE_ENVIRONMENT, 'https://vigia.example');
  const { container } = render(<ChatText {...chat} />);
  expect(plain(container.textContent ?? '')).toBe(plain(chat.text));
  for (const { what, from, length } of chat.marks) {
    const marked = [...container.querySelectorAll(what === 'bold' ? 'strong' : 'code')];
    expect(marked.map(({ textContent }) => textContent)).toContain(chat.text.slice(from, from + length));
  }
});

test('the mail with the six digits', () => {
  const { container } = render(<MailText {...sampleCode} />);
  expect(container.textContent).toContain('Código: 483920');
  expect(container.textContent).toContain('Vale por: 15 minutos');
  expect(container.textContent).toContain('Nunca mais receber um pedido destes');
});
