/** Legal pages at their fixed addresses, and pages that do not exist. */
import { expect, test } from '#tests/support/stack.ts';

const legal = ['/termos.html', '/regras-de-cobranca.html', '/privacidade.html', '/lgpd.html', '/sla.html'];

test.describe('legal pages', () => {
  test('each answers 200 at its .html address without a redirect', async ({ request }) => {
    for (const path of legal) {
      const response = await request.get(path, { maxRedirects: 0 });
      expect([path, response.status()]).toEqual([path, 200]);
    }
  });
});

test.describe('an unknown address', () => {
  // The browser logs a navigation that answers 404.
  test.beforeEach(({ watch }) => watch.allow(/404/));

  for (const [path, heading] of [
    ['/pagina-antiga', 'Oops! Página não encontrada.'],
    ['/docs/artigo-antigo', 'Artigo em desenvolvimento'],
  ] as const) {
    test(`${path} reports its path without query, with an empty console`, async ({ page, watch }) => {
      // Tools cannot read a beacon's body, so it is read in the page.
      await page.addInitScript(() => {
        const send = navigator.sendBeacon.bind(navigator);
        navigator.sendBeacon = (url, body) => {
          if (body instanceof Blob) void body.text().then((text) => sessionStorage.setItem('sent', text));
          return send(url, body);
        };
      });
      const answered = page.waitForResponse('**/api/nao-encontrado');
      await page.goto(`${path}?email=ana@exemplo.com#parte`);
      expect((await answered).status()).toBe(204);
      expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe(JSON.stringify({ path }));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(watch.findings()).toEqual([]);
    });
  }

  test('offers the documentation search and a way back, and what exists is not reported', async ({
    page,
  }) => {
    let reports = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/nao-encontrado')) reports += 1;
    });
    await page.goto('/pagina-antiga');
    await page.getByRole('combobox', { name: 'Buscar na documentação' }).fill('telegram');
    await page
      .getByRole('option', { name: /Telegram/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/docs\/notifications\/telegram/);
    await page.goto('/pagina-antiga');
    await page.getByRole('link', { name: 'Voltar para Início' }).click();
    await expect(page).toHaveURL('/');
    await page.waitForLoadState('networkidle');
    expect(reports).toBe(2);
  });
});

test('a proposal takes plan, cycle and order number, and shows what is typed', async ({ page }) => {
  await page.goto('/proposta?plano=empresarial&ciclo=anual&pedido=PO+77');
  const proposal = page.getByRole('article', { name: /^Proposta de/ });
  await expect(proposal).toContainText('plano Empresarial, assinatura anual');
  await expect(proposal).toContainText('PO 77');
  await expect(proposal).toContainText(/válida até \d{2}\/\d{2}\/\d{4}/);
  await page.getByLabel('Plano').selectOption({ label: 'Pro' });
  await page.getByLabel(/^Sua empresa/).fill('Padaria <b>Central</b> Ltda.');
  await expect(proposal).toContainText('plano Pro, assinatura anual');
  await expect(proposal).toContainText('Padaria <b>Central</b> Ltda.');
  await expect(proposal.getByRole('link', { name: 'Contratar este plano' })).toHaveAttribute(
    'href',
    '/checkout?plan=pro&cycle=yearly',
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('form', { name: 'Dados da proposta' })).toBeHidden();
  await expect(proposal).toBeVisible();
});
