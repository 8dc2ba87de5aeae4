/** Setting up the webhook at the processor: once, with all settings, for the events that we handle. */

import { expect, test } from 'vitest';
import { createAsaasWebhooks, listenedEvents } from '#functions/vendors/asaas/webhooks.ts';
import { access, losing, openBench, WEBHOOK_TOKEN } from './payments-setup.ts';

const target = {
  url: 'https://vigia.example/api/webhooks/asaas',
  token: WEBHOOK_TOKEN,
  email: 'suporte@vigia.example',
};

async function openSetUp() {
  const bench = await openBench();
  return { bench, webhooks: createAsaasWebhooks({ ...access, fetch: bench.fetch }) };
}

test('a webhook is created once and updated after that', async () => {
  const { bench, webhooks } = await openSetUp();
  expect(await webhooks.ensure(target)).toBe('created');
  const newToken = 'another-token-0123456789abcdef0123456789';
  expect(await webhooks.ensure({ ...target, token: newToken })).toBe('updated');

  expect(bench.standIn.state.webhooks).toMatchObject([
    {
      url: target.url,
      email: target.email,
      authToken: newToken,
      enabled: true,
      interrupted: false,
      sendType: 'SEQUENTIALLY',
      events: [...listenedEvents],
    },
  ]);
});

test('the webhook of another address is not changed', async () => {
  const { bench, webhooks } = await openSetUp();
  await webhooks.ensure(target);
  expect(await webhooks.ensure({ ...target, url: 'https://outro.example/api/webhooks/asaas' })).toBe(
    'created',
  );
  expect(bench.standIn.state.webhooks).toHaveLength(2);
});

test('a lost response is unclear, and a retry creates no second webhook', async () => {
  const { bench, webhooks } = await openSetUp();
  const lossy = createAsaasWebhooks({ ...access, fetch: losing(bench, '/v3/webhooks') });
  await expect(lossy.ensure(target)).rejects.toMatchObject({ code: 'payment-unclear' });
  expect(await webhooks.ensure(target)).toBe('updated');
  expect(bench.standIn.state.webhooks).toHaveLength(1);
});

test('a token that the processor would refuse is reported without it', async () => {
  const { webhooks } = await openSetUp();
  const failure = await webhooks.ensure({ ...target, token: 'curto' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'payment-unavailable' });
  expect(String(failure)).not.toContain('curto');
});
