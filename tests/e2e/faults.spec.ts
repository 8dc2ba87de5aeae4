/** Breakdowns on the way to an environment; all of them end well. */
import { apiRoutes } from '#domain/contracts/routes.ts';
import {
  acceptTerms,
  chooseSubdomain,
  openCheckout,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import {
  applicationOf,
  callApi,
  calm,
  chargesOf,
  pressArgocd,
  provisioningStatus,
  setFaults,
  setTimings,
} from '#tests/support/stand-in-levers.ts';

test.setTimeout(150_000);

test.afterEach(async ({ stack }) => {
  await setFaults(stack, 'argocd', calm);
  await setFaults(stack, 'asaas', calm);
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 1 });
});

const polling = { timeout: 60_000, intervals: [500] };

test('with Argo CD down the page says that it will try again, and it finishes by itself', async ({
  page,
  stack,
  registerUser,
}) => {
  const person = await registerUser();
  await openCheckout(page, person, 'plan=free');
  await chooseSubdomain(page, newSubdomain('queda'));
  await acceptTerms(page);
  await setFaults(stack, 'argocd', { down: true });
  await submit(page);
  await expect(page.getByText(/Estamos tentando de novo automaticamente/)).toBeVisible();
  await setFaults(stack, 'argocd', calm);
  await waitForEnvironment(page);
});

test('status ERRO shows "Tentar novamente", and that works', async ({ page, stack, registerUser }) => {
  const person = await registerUser();
  const name = newSubdomain('erro');
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  await openCheckout(page, person, 'plan=free');
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  await submit(page);
  await expect.poll(() => applicationOf(stack, name), polling).toBeTruthy();
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 1 });
  await pressArgocd(stack, (await applicationOf(stack, name)) ?? '', 'fail-sync');
  await expect(page.getByText(/Ocorreu um problema no provisionamento/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await waitForEnvironment(page);
});

test('kill -9 of the Worker while the deployment is waited for: started again, it finishes', async ({
  stack,
  registerUser,
  tokenFor,
}) => {
  const person = await registerUser();
  const token = await tokenFor(person);
  const order = newFreeOrder();
  await setTimings(stack, { secondsToSync: 1, secondsToHealthy: 600 });
  const answer = await callApi(stack, apiRoutes.checkout, token, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(order),
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => applicationOf(stack, order.subdominio), polling).toBeTruthy();
  await stack.killWorker();
  await pressArgocd(stack, (await applicationOf(stack, order.subdominio)) ?? '', 'release');
  await stack.restartWorker();
  await expect.poll(() => provisioningStatus(stack, token), polling).toBe('CONCLUIDO');
});

test('kill -9 right after the order was taken: started again, it finishes', async ({
  stack,
  registerUser,
  tokenFor,
}) => {
  const person = await registerUser();
  const token = await tokenFor(person);
  await callApi(stack, apiRoutes.checkout, token, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(newFreeOrder()),
  });
  await stack.killWorker();
  await stack.restartWorker();
  await expect.poll(() => provisioningStatus(stack, token), polling).toBe('CONCLUIDO');
});

test('kill -9 while the card is being charged: the same request sent again charges once and finishes', async ({
  stack,
  registerUser,
  tokenFor,
}) => {
  const person = await registerUser();
  const token = await tokenFor(person);
  const order = newPaidOrder();
  const key = crypto.randomUUID();
  const send = (): Promise<Response | null> =>
    callApi(stack, apiRoutes.checkout, token, {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body: JSON.stringify(order),
    }).catch(() => null);

  await setFaults(stack, 'asaas', { delayMs: 700 });
  const first = send();
  await expect
    .poll(async () => (await chargesOf(stack, order.subdominio)).subscriptions.length, { intervals: [50] })
    .toBe(1);
  await stack.killWorker();
  await first;
  await setFaults(stack, 'asaas', calm);
  await stack.restartWorker();

  await expect.poll(async () => (await send())?.status, { timeout: 60_000, intervals: [3_000] }).toBe(200);
  await expect.poll(() => provisioningStatus(stack, token), polling).toBe('CONCLUIDO');
  const { subscriptions, payments } = await chargesOf(stack, order.subdominio);
  expect([subscriptions.length, payments.length]).toEqual([1, 1]);
});
