/** A free environment with the challenge turned on, in a frame that cannot reach the page. */

import { fetchAnew } from '#dev/fetch-anew.ts';
import { message } from '#domain/messages.ts';
import { expectSound } from '#tests/support/axe.ts';
import {
  acceptTerms,
  chooseSubdomain,
  openCheckout,
  submit,
  submitButton,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

test.use({ variables: { CHALLENGE: 'turnstile' } });
test.describe.configure({ mode: 'default', timeout: 150_000 });

const choose = (origin: string, settings: object) =>
  fetchAnew(`${origin}/__stand-in/settings`, { method: 'PATCH', body: JSON.stringify(settings) });

test('after a failed challenge nothing is lost; solving it makes the environment', async ({
  page,
  stack,
  person,
}) => {
  const { turnstileUrl, challengeUrl } = stack.addresses;
  const name = newSubdomain('desafio');
  await choose(turnstileUrl, { mode: 'fails', verdict: 'honest' });
  await openCheckout(page, person, 'plan=free&cycle=monthly');
  const outer = page.frameLocator(`iframe[title="${message('challenge.title')}"]`);
  const inner = outer.frameLocator('iframe');
  await expect(inner.getByText('A verificação falhou')).toBeVisible();
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  // The reloaded frame asks for a click.
  await choose(turnstileUrl, { mode: 'asks' });
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(message('error.challenge-unavailable'));

  await inner.getByLabel('Confirme que é uma pessoa').check();
  await submit(page);
  await expect(page.getByLabel('Subdomínio')).toHaveValue(name);
  await waitForEnvironment(page);

  const { tokens } = await (await fetchAnew(`${turnstileUrl}/__stand-in/state`)).json();
  expect(tokens[0]).toMatchObject({ hostname: new URL(challengeUrl).hostname, spentBy: expect.any(String) });
});

test('the frame has its own origin, reaches nothing, and paid plans hide it', async ({
  page,
  stack,
  person,
}) => {
  await choose(stack.addresses.turnstileUrl, { mode: 'passes', verdict: 'honest' });
  await openCheckout(page, person, 'plan=free&cycle=monthly');
  const frame = page.locator(`iframe[title="${message('challenge.title')}"]`);
  await expect(frame.contentFrame().frameLocator('iframe').getByText('Verificação concluída')).toBeVisible();
  await expectSound(page);
  const inside = page.frames().find((each) => each.url().startsWith(stack.addresses.challengeUrl));
  const reach = await inside?.evaluate(() => {
    try {
      return window.parent.document.title;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(reach).toBe('SecurityError');

  await page.getByRole('button', { name: 'Mudar o plano' }).click();
  await page.getByRole('radio', { name: /Pro/ }).check();
  await expect(frame).toHaveCount(0);
  await expect(submitButton(page)).toContainText('Pagar');
});
