/** After a full journey no log line, database row, URL, storage key or page message contains a secret. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  cardPayment,
  fillCheckout,
  openCheckout,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newAlphanumericCnpj, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

test.use({ workerLogLevel: 'log' });

/** All files of the Worker's state: databases with their journals, workflow state. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

test('card, CVV, CPF or CNPJ and tokens leave no trace', async ({ page, stack, person }) => {
  const tokens = new Set<string>();
  const urls: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('console', (message) => messages.push(message.text()));
  page.on('response', async (response) => {
    if (!response.url().endsWith('/protocol/openid-connect/token')) return;
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      if (typeof body[name] === 'string') tokens.add(body[name]);
    }
  });

  const cnpj = newAlphanumericCnpj();
  await openCheckout(page, person, 'plan=pro&cycle=yearly');
  await fillCheckout(page, newSubdomain('segredo'), { ...cardPayment, cpfCnpj: cnpj });
  const draft = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await submit(page);
  await waitForEnvironment(page);
  expect(tokens.size).toBeGreaterThan(0);

  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const cookies = JSON.stringify(await page.context().cookies(stack.addresses.siteUrl));
  const state = filesUnder(stack.stateDir).filter(
    (path) => !path.includes('/stand-ins/') && !path.endsWith('worker.env'),
  );
  const traces = new Map<string, string>([
    ['worker log', readFileSync(stack.workerLogFile, 'latin1')],
    ['URLs', urls.join('\n')],
    ['console', messages.join('\n')],
    ['storage while typing', draft],
    ['storage afterwards', storage],
    ...state.map((path): [string, string] => [path, readFileSync(path, 'latin1')]),
  ]);
  const card = cardPayment.card.replace(/\D/g, '');
  const secrets = [card, cardPayment.card, cnpj, ...tokens];
  for (const [place, text] of traces) {
    for (const secret of secrets)
      expect(text.includes(secret), `${secret.slice(0, 6)}… in ${place}`).toBe(false);
  }
  for (const token of tokens) expect(cookies).not.toContain(token);
  // Proves that the log was captured at all.
  expect(traces.get('worker log')).toContain('/api/checkout');
});
