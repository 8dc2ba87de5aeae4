/** An owner passes the environment to a colleague, in two browsers: the contract changes accounts, and both work on. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stack } from '#dev/stack.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { message } from '#domain/messages.ts';
import { acceptTerms, fillPayment, openAs } from '#tests/support/journey.ts';
import { invitationTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';

const AGE_MS = 12 * DAY_MS;

/** The contract was made so long ago that it cannot be withdrawn any more. */
function pastWithdrawal({ stateDir }: Stack, subdomain: string): void {
  const files = globSync('**/d1/**/*.sqlite', { cwd: stateDir }).filter((path) => !path.includes('metadata'));
  for (const file of files) {
    const database = new DatabaseSync(join(stateDir, file));
    database.exec('PRAGMA busy_timeout = 5000');
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'contracts'").get();
    if (known !== undefined) {
      database
        .prepare('UPDATE tenants SET created_at = created_at - ? WHERE subdominio = ?')
        .run(AGE_MS, subdomain);
      database
        .prepare(
          `UPDATE contracts SET contracted_at = contracted_at - ? WHERE order_id = (
             SELECT order_id FROM tenants WHERE subdominio = ?)`,
        )
        .run(AGE_MS, subdomain);
    }
    database.close();
  }
}

test('the environment passes to a colleague, with a card of their own', async ({
  page,
  stack,
  person,
  customer,
  registerUser,
  newVisitor,
  watch,
}) => {
  // Too early, on purpose.
  watch.allow(/409/);
  const name = await customer.paid();
  const colleague = await registerUser();
  await openAs(page, person, '/conta/pessoas');
  await page.getByLabel('E-mail de quem você convida').fill(colleague.email);
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(page.getByText(message('people.invited'))).toBeVisible();
  const { page: theirs } = await newVisitor();
  await openAs(theirs, colleague, await invitationTo(stack, colleague));
  await theirs.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(theirs.getByText(message('people.accepted'))).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: `Passar o ambiente para ${colleague.email}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Oferecer o ambiente' }).click();
  await expect(dialog.getByText(message('handover.withdrawal'))).toBeVisible();
  pastWithdrawal(stack, name);
  await dialog.getByRole('button', { name: 'Oferecer o ambiente' }).click();
  await expect(page.getByText(message('handover.offered'))).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByText(/Hoje nada é cobrado\. A próxima cobrança/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Aceitar o ambiente' }).click();
  await fillPayment(theirs);
  await acceptTerms(theirs);
  await theirs.getByRole('button', { name: 'Aceitar o ambiente' }).click();
  await expect(theirs.getByText(message('handover.accepted'))).toBeVisible();
  await expect(theirs.getByText(person.email, { exact: true })).toBeVisible();
  await theirs.goto('/conta');
  await expect(theirs.getByRole('heading', { name: 'Pagamento' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ambiente em que você trabalha' })).toBeVisible();
  await expect(page.getByText(colleague.email)).toBeVisible();
  await page.getByRole('link', { name: 'Entrar no ambiente' }).click();
  await expect(page.getByText('Conectado')).toBeVisible();
});
