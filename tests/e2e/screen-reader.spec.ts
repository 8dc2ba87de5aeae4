/**
 * What a screen reader gets, by the browser's accessibility tree: name, role, state, order and announcements on the five
 * main journeys; and what remains in the system's colours and with less motion (ABNT NBR 17225:2025).
 */
import type { Page } from '@playwright/test';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

const main = (page: Page) => page.getByRole('main');
const focused = (page: Page) => page.locator(':focus');

/** Levels of the headings: the first is 1, and none skips a level. */
async function expectOrderedHeadings(page: Page): Promise<void> {
  const levels = await main(page)
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))));
  expect(levels[0]).toBe(1);
  const skipping = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1);
  expect(skipping, `levels ${levels.join(' ')}`).toEqual([]);
}

test('sign-up: plan, address and contract come before the acceptance', async ({ page, person }) => {
  await openAs(page, person, '/checkout?plan=free');
  await expect(page.getByLabel('Subdomínio')).toBeVisible();
  await expectOrderedHeadings(page);
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Criar meu painel" [level=1]
      - form "Criar meu painel":
        - region /^Plano Gratuito/:
          - heading /^Plano Gratuito/ [level=2]
          - button "Mudar o plano"
        - region "O endereço do seu painel":
          - textbox "Subdomínio"
          - status
        - region "O essencial do contrato":
          - list
        - checkbox /^Li e aceito/
        - button "Ler os termos"
        - button "Criar meu painel grátis" [disabled]
        - status
  `);
  await page.getByRole('button', { name: 'Mudar o plano' }).press('Enter');
  await expect(page.getByRole('radio', { name: /^Gratuito/ })).toBeFocused();
  await expect(main(page)).toMatchAriaSnapshot(`
    - region "Plano":
      - group "Cobrança":
        - radio "Mensal" [checked]
      - group "Plano":
        - radio /^Gratuito/ [checked]
  `);
  await page.getByLabel('Subdomínio').clear();
  await page.getByRole('button', { name: 'Mostrar o que falta' }).click();
  await expect(focused(page)).toMatchAriaSnapshot(`
    - region "Campos obrigatórios":
      - list:
        - listitem:
          - link /Subdomínio/
        - listitem:
          - link /Termos de Uso/
  `);
  await page.getByRole('link', { name: /^Subdomínio/ }).press('Enter');
  await expect(page.getByLabel('Subdomínio')).toBeFocused();
});

test('payment: each field has name, state and error, and the brand is announced', async ({
  page,
  person,
}) => {
  await openAs(page, person, '/checkout?plan=pro');
  const number = page.getByRole('textbox', { name: 'Número do cartão' });
  await number.fill('4111111111111112');
  await page.getByRole('textbox', { name: 'Nome no cartão' }).focus();
  await expect(main(page)).toMatchAriaSnapshot(`
    - region "Seu pedido":
      - button "Mudar o plano"
      - term: Hoje
      - definition: /R\\$/
    - region "Método de Pagamento":
      - textbox "Número do cartão" [invalid]
      - paragraph: Número do cartão inválido
      - status: Visa
      - textbox "Nome no cartão"
      - textbox "Validade"
      - textbox "CVV"
      - textbox "Telefone com DDD"
    - region "Dados de cobrança":
      - textbox "CPF ou CNPJ"
      - textbox "CEP"
    - region "O endereço do seu painel"
  `);
  await expect(number).toHaveAccessibleDescription(/Número do cartão inválido/);
  await number.fill('4111111111111111');
  await expect(number).not.toHaveAttribute('aria-invalid', 'true');
});

test('account: its parts are regions in the order of their links', async ({ page, person, customer }) => {
  await customer.paid();
  await openAs(page, person, '/conta/plano');
  await expect(page.getByRole('button', { name: 'Cancelar a renovação' })).toBeVisible();
  await expectOrderedHeadings(page);
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - navigation "Conta":
        - paragraph: Monitoramento
        - list "Monitoramento":
          - listitem:
            - link "Agora"
        - list "Cobrança":
          - listitem:
            - link "Plano e pagamento"
      - heading "Plano e pagamento" [level=1]
      - navigation "Nesta página"
      - region "Plano":
        - paragraph:
          - link "termos de uso"
      - region "Pagamento"
      - region "O que está incluído":
        - list
      - region "O que o Empresarial acrescenta":
        - link /^Passar para o Empresarial/
      - region "Faturas":
        - table:
          - rowgroup:
            - row /Vencimento Valor Situação/
      - region "Encerrar":
        - button /^Desistir e receber/
  `);
  await page.getByRole('button', { name: 'Cancelar a renovação' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(/\S/);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancelar a renovação' })).toBeFocused();
});

test('account: on a phone its pages are a menu that Escape closes, and the way out is one too', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, person, '/conta/pessoas');
  const pages = page.getByRole('navigation', { name: 'Conta' });
  await expect(pages).toBeHidden();
  const menu = page.getByRole('button', { name: 'Menu da conta' });
  await menu.press('Enter');
  await expect(pages.getByRole('link', { name: 'Pessoas' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Tab');
  await expect(pages.getByRole('link', { name: 'Agora' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pages).toBeHidden();
  await expect(menu).toBeFocused();
  await page.getByRole('button', { name: /^Sua conta/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sair da conta' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('documentation: the search tells what is found and which result is chosen', async ({ page }) => {
  await page.goto('/docs/metrics');
  await expectOrderedHeadings(page);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Buscar na documentação' });
  const box = dialog.getByRole('combobox', { name: 'Buscar na documentação' });
  await expect(box).toBeFocused();
  await box.fill('telegram');
  await expect(dialog).toMatchAriaSnapshot(`
    - combobox "Buscar na documentação" [expanded]
    - listbox "Resultados da busca":
      - group "Receber alertas no Telegram":
        - option /Receber alertas no Telegram/
  `);
  await expect(dialog.getByRole('status')).toContainText(/\d+/);
  await box.press('ArrowDown');
  const chosen = await box.getAttribute('aria-activedescendant');
  await expect(dialog.getByRole('listbox').getByRole('option', { selected: true })).toHaveAttribute(
    'id',
    chosen ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('support: what is missing is an alert, and focus is on the first field', async ({ page }) => {
  await page.goto('/suporte');
  await expectOrderedHeadings(page);
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByRole('alert')).toContainText('Campos obrigatórios');
  const name = page.getByRole('textbox', { name: 'Nome' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Preencha este campo/);
  await expect(main(page)).toMatchAriaSnapshot(`
    - tablist "Partes do suporte":
      - tab "Contato" [selected]
      - tab "FAQ"
    - tabpanel "Contato":
      - textbox "Nome" [invalid]
      - textbox "E-mail" [invalid]
      - textbox "Assunto" [invalid]
      - textbox "Mensagem" [invalid]
      - button "Enviar mensagem"
      - status
  `);
});

const visited = ['/', '/docs/metrics', '/suporte', '/proposta', '/seguranca'];

test.describe('in the system’s colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('controls keep an edge, and pressed ones a mark', async ({ page }) => {
    for (const path of visited) {
      await page.goto(path);
      const bare = await page
        .locator('button:visible, input:visible, select:visible, textarea:visible')
        .evaluateAll((controls) =>
          controls
            .filter((control) => {
              const { borderTopStyle, borderTopWidth, textDecorationLine, appearance } =
                getComputedStyle(control);
              const hasEdge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
              // A native radio or checkbox draws itself; one inside a label is drawn by the label.
              const isDrawn = appearance !== 'none' || control.closest('label') !== null;
              return !hasEdge && !isDrawn && !textDecorationLine.includes('underline');
            })
            .map((control) => control.outerHTML.slice(0, 120)),
        );
      expect.soft(bare, path).toEqual([]);
    }
  });
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves', async ({ page }) => {
    for (const path of visited) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map(({ effect }) =>
            effect instanceof KeyframeEffect ? (effect.target?.outerHTML ?? '').slice(0, 120) : '',
          ),
      );
      expect.soft(moving, path).toEqual([]);
    }
  });
});
