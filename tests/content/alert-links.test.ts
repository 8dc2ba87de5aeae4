/** The pages behind a mail's links say what they ask, and each outcome, before any script runs. */
import { expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { builtPages } from './built-docs.ts';

const pages = builtPages();

test.each([
  ['/avisos/sair', 'alerts.leave', 'alerts.left'],
  ['/avisos/recusar', 'alerts.refuse', 'alerts.refused'],
] as const)('%s', (path, asks, done) => {
  const text = pages.get(path)?.document.body.textContent ?? '';
  for (const sentence of [asks, done, 'alerts.leave-failed', 'alert.link-over'] as const)
    expect(text).toContain(message(sentence));
});

test('/suporte/respondida says what it means, and what to do without a script', () => {
  const page = pages.get('/suporte/respondida')?.document.documentElement;
  expect(page?.querySelector('noscript')?.textContent).toContain(message('support.answered-no-script'));
  for (const sentence of [
    'support.answered-reading',
    'support.answered-means',
    'support.answered-failed',
    'support.link-over',
  ] as const)
    expect(page?.textContent).toContain(message(sentence));
});

test('/avisos/vendo says what it means, and what to do without a script', () => {
  const page = pages.get('/avisos/vendo')?.document.documentElement;
  expect(page?.querySelector('noscript')?.textContent).toContain(message('seen.no-script'));
  for (const sentence of ['seen.reading', 'seen.means', 'seen.failed', 'alert.link-over'] as const)
    expect(page?.textContent).toContain(message(sentence));
});
