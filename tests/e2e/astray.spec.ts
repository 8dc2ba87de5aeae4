/** Off the straight way: an answer that never came, a second tab, a second order. One order, one charge, nothing lost. */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages.ts';
import {
  acceptTerms,
  chooseSubdomain,
  fillPayment,
  openCheckout,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { calm, chargesOf, setFaults, setTimings } from '#tests/support/stand-in-levers.ts';

test.setTimeout(120_000);

test.afterEach(async ({ stack }) => {
  await setFaults(stack, 'asaas', calm);
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 1 });
});

async function fill(page: Page, name: string): Promise<void> {
  await chooseSubdomain(page, name);
  await fillPayment(page);
  await acceptTerms(page);
}

test('the processor charged and its answer was lost: the customer is told to wait, and is charged once', async ({
  page,
  stack,
  registerUser,
  watch,
}) => {
  // The API says that it does not know yet, and the browser writes a line about it.
  watch.allow(/503/);
  const name = newSubdomain('incerta');
  await openCheckout(page, await registerUser(), 'plan=pro&cycle=monthly');
  await fill(page, name);
  await setFaults(stack, 'asaas', { loseAnswers: 1, losePath: '/v3/subscriptions' });
  await submit(page);
  await expect(page.getByText(message('error.payment-unclear')).first()).toBeVisible();
  await expect(page.getByLabel('Número do cartão')).not.toHaveValue('');
  await submit(page);
  await waitForEnvironment(page);
  const { subscriptions, payments } = await chargesOf(stack, name);
  expect([subscriptions.length, payments.length]).toEqual([1, 1]);
});

test('two tabs of one account, two names: the second is led to what the first ordered, and pays nothing', async ({
  page,
  stack,
  registerUser,
  watch,
}) => {
  watch.allow(/409/);
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  const [first, second] = [newSubdomain('primeira'), newSubdomain('segunda')];
  await openCheckout(page, await registerUser(), 'plan=pro&cycle=monthly');
  const other = await page.context().newPage();
  await other.goto('/checkout?plan=enterprise&cycle=yearly');
  await fill(page, first);
  await fill(other, second);
  await submit(page);
  await expect(page).toHaveURL(/\/provisionamento\?/);
  await submit(other);
  await expect(other.getByText(message('error.order-open'))).toBeVisible();
  await other.getByRole('link', { name: 'Acompanhar o ambiente' }).click();
  await expect(other.getByRole('region', { name: 'Seu ambiente' }).getByText(`${first}.`)).toBeVisible();
  expect((await chargesOf(stack, first)).subscriptions).toHaveLength(1);
  expect((await chargesOf(stack, second)).subscriptions).toHaveLength(0);
});

test('whoever has an environment is not asked to fill in the form again', async ({ page, registerUser }) => {
  const name = newSubdomain('jatem');
  await openCheckout(page, await registerUser(), 'plan=free');
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  await submit(page);
  await waitForEnvironment(page);
  await page.goto('/checkout?plan=pro');
  await expect(page.getByText(message('error.tenant-exists'))).toBeVisible();
  await page.getByRole('link', { name: 'Mudar de plano' }).click();
  await expect(page).toHaveURL(`/upgrade?tenant=${name}`);
});
