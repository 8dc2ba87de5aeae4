/** What is sold is seen: a customer finds each part of the plan, reads what the next one adds, and has it after the change. */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { answerSentence } from '#domain/support/answer-days.ts';
import { catalog } from '#tests/support/catalog.ts';
import { acceptTerms, openAs, submit, submitButton } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test.use({ viewport: { width: 390, height: 844 } });

const part = (page: Page, name: string) => page.getByRole('region', { name });

/** Goes from the page of the plan to where a sentence of it is seen. */
async function follow(page: Page, sentence: string, place: string): Promise<void> {
  await page.goto('/conta/plano');
  const item = part(page, 'O que está incluído').getByRole('listitem').filter({ hasText: sentence });
  await item.getByRole('link', { name: place }).click();
}

async function expectAnswerTimes(page: Page, plan: PlanId): Promise<void> {
  await page.goto('/conta/suporte');
  const own = answerSentence(catalog.plan(plan).highlights);
  await expect(page.getByRole('heading', { name: own, exact: true })).toBeVisible();
}

test('what Essencial lacks is named where it is used, and is there after the change to Pro', async ({
  page,
  stack,
  person,
  customer,
}) => {
  await customer.paid({ plano: 'essential' });
  await openAs(page, person, '/conta/plano');
  await follow(page, 'Notificações e relatórios básicos', 'Avisos');
  const channel = part(page, 'Slack, Discord, Teams ou webhook');
  await expect(channel.getByLabel('Endereço que o Slack dá')).toBeVisible();
  await channel.getByLabel('Onde').selectOption('webhook');
  const lacking = message('channel.not-on-plan', { canal: 'Webhook', plano: 'Pro' });
  await expect(channel.getByText(lacking)).toBeVisible();
  await expectAnswerTimes(page, 'essential');

  await page.goto('/conta/plano');
  const next = part(page, 'O que o Pro acrescenta');
  await expect(next.getByText('30 → 75')).toBeVisible();
  await expect(next.getByText('Relatórios detalhados')).toBeVisible();
  await next.getByRole('link', { name: /^Passar para o Pro/ }).click();
  await expect(page.getByRole('button', { name: 'Escolher Pro' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await acceptTerms(page);
  await expect(submitButton(page)).toHaveText('Confirmar sem cobrança hoje');
  await submit(page);
  await expect(page.getByText(message('upgrade.done-title')).first()).toBeVisible();
  await stack.tick();

  await follow(page, 'Integrações', 'Avisos');
  await channel.getByLabel('Onde').selectOption('webhook');
  await expect(channel.getByLabel('Endereço do seu servidor')).toBeVisible();
  await expect(channel.getByText(lacking)).toBeHidden();
  await expectAnswerTimes(page, 'pro');
  await page.goto('/conta/plano');
  await expect(part(page, 'Plano').getByText('até 75')).toBeVisible();
  await expect(part(page, 'O que o Empresarial acrescenta')).toBeVisible();
});
