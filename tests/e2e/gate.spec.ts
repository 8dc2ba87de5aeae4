/** Every page of the account, opened by people it is not for: each is told why, and the console stays empty. */
import type { Page } from '@playwright/test';
import { acceptInvitationEndpoint, inviteEndpoint } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages.ts';
import { accountGroups } from '#layouts/account-menu.ts';
import { openAs } from '#tests/support/journey.ts';
import { invitationTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { callApi } from '#tests/support/stand-in-controls.ts';

const pages = accountGroups.flatMap((group) => group.pages.map(({ href }) => href));

/** Opens each page and waits until it has asked everything; the watcher sees what the browser says. */
async function openEach(page: Page): Promise<void> {
  for (const path of pages) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await page.waitForLoadState('networkidle');
    // The landing page's field has one that is empty until it is wrong.
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }
}

test('a newcomer reads on every page of the account what to do first', async ({ page, person }) => {
  await openAs(page, person, '/conta');
  await expect(page.getByText(message('gate.nobody'))).toBeVisible();
  await openEach(page);
});

test('invited people and members open every page of the account', async ({
  page,
  stack,
  customer,
  person,
  tokenFor,
  registerUser,
}) => {
  await customer.paid();
  const colleague = await registerUser();
  const body = JSON.stringify({ email: colleague.email });
  expect(
    (await callApi(stack, inviteEndpoint, await tokenFor(person), { method: 'POST', body })).status,
  ).toBe(200);
  await openAs(page, colleague, '/conta');
  await expect(page.getByText(message('invitation.open-title'))).toBeVisible();
  await openEach(page);

  const [, token] = (await invitationTo(stack, colleague)).split('convite=');
  const accepted = await callApi(stack, acceptInvitationEndpoint, await tokenFor(colleague), {
    method: 'POST',
    body: JSON.stringify({ token }),
  });
  expect(accepted.status).toBe(200);
  await openEach(page);
});
