/** The free sign-up with a real Keycloak: what the identity stand-in stands for. */
import type { Page } from '@playwright/test';
import { localSecrets } from '#dev/local-values.ts';
import { createKeycloakIdentityAdmin } from '#functions/adapters/keycloak/identity-admin.ts';
import { createTokenVerifier } from '#functions/adapters/keycloak/token-verifier.ts';
import { acceptTerms, chooseSubdomain, submit, waitForEnvironment } from '#tests/support/journey.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

test.setTimeout(180_000);

/** Keeps the newest access token that keycloak-js receives. */
function watchTokens(page: Page): { newest: string } {
  const seen = { newest: '' };
  page.on('response', async (response) => {
    if (!response.url().endsWith('/protocol/openid-connect/token')) return;
    const body = (await response.json().catch(() => ({}))) as { access_token?: string };
    seen.newest = body.access_token ?? seen.newest;
  });
  return seen;
}

test('a visitor registers, gets an environment, and comes back to it', async ({ page, stack }) => {
  const person = newPerson({ password: 'senha-segura-1' });
  const name = newSubdomain('padaria');
  const environment = stack.addresses.tenantUrlTemplate.replace('{tenant}', name);
  const tokens = watchTokens(page);

  await page.goto('/');
  await page.locator('#planos').getByRole('link', { name: 'Começar grátis' }).click();
  await page.locator('#email').fill(person.email);
  await page.locator('#firstName').fill('Pessoa');
  await page.locator('#lastName').fill('de Teste');
  await page.locator('#password').fill(person.password);
  await page.locator('#password-confirm').fill(person.password);
  await page.locator('[type=submit]').click();

  await expect(page).toHaveURL(/\/checkout\?.*plan=free/);
  await chooseSubdomain(page, name);
  await acceptTerms(page);
  await submit(page);
  await waitForEnvironment(page);

  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${environment}/dashboard`);

  const issuer = `${stack.addresses.identityUrl}/realms/vigia`;
  const verifier = createTokenVerifier({
    issuer,
    jwksUrl: `${issuer}/protocol/openid-connect/certs`,
    audience: { azp: 'vigia-site' },
  });
  expect(await verifier.verify(`Bearer ${tokens.newest}`)).toMatchObject({
    email: person.email,
    name: 'Pessoa de Teste',
    tenant: name,
  });
});

test('the functions may make groups and fill them, and nothing is made twice', async ({ stack }) => {
  const admin = createKeycloakIdentityAdmin({
    baseUrl: stack.addresses.identityUrl,
    realm: 'vigia',
    clientId: 'vigia-functions',
    clientSecret: localSecrets.keycloakAdminClientSecret,
    fetch,
    now: Date.now,
  });
  const group = await admin.ensureGroup('tenant:duas-vezes');
  expect(await admin.ensureGroup('tenant:duas-vezes')).toBe(group);
});
