/** What is left to type on the paid form after the browser's autofill. */
import { chromium, type Locator, type Page } from '@playwright/test';
import { findSystemChromium } from '#dev/chromium.mjs';
import { testCards, validExamples } from '#dev/demonstration.ts';
import { chooseSubdomain, openCheckout, submitButton, waitForEnvironment } from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { test as base, expect } from '#tests/support/stack.ts';

const test = base.extend({
  // The headless shell of the other journeys cannot autofill.
  context: async ({ stack, locale, timezoneId, viewport }, use) => {
    const executablePath = findSystemChromium();
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    const baseURL = stack.addresses.siteUrl;
    await use(
      await browser.newContext({
        baseURL,
        viewport,
        ...(locale && { locale }),
        ...(timezoneId && { timezoneId }),
      }),
    );
    await browser.close();
  },
});

/** The browser's own autofill; the protocol replaces only the choice from its list. */
async function autofill(
  page: Page,
  field: Locator,
  choice: { card: typeof card } | { address: typeof phone },
): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const { root } = await protocol.send('DOM.getDocument');
  const selector = `#${await field.getAttribute('id')}`;
  const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { node } = await protocol.send('DOM.describeNode', { nodeId });
  await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, ...choice });
  await expect(field).not.toHaveValue('');
}

const digits = (text: string): string => text.replace(/\D/g, '');
const card = {
  number: digits(testCards.approved.number),
  name: 'Pessoa de Teste',
  expiryMonth: '12',
  expiryYear: '2032',
  cvc: '123',
};
const phone = { fields: [{ name: 'PHONE_HOME_WHOLE_NUMBER', value: '+5511987654321' }] };

/** The fields that the note beside the button still asks for. */
async function missing(page: Page): Promise<string | undefined> {
  const note = await page.locator('#falta').innerText();
  return /Falta: (.+)\./.exec(note)?.[1];
}

test('after autofill only the fields that a browser cannot know are left', async ({ page, person }) => {
  await openCheckout(page, person, 'plan=pro&cycle=monthly');
  await autofill(page, page.getByLabel('Número do cartão'), { card });
  await autofill(page, page.getByLabel('Telefone com DDD'), { address: phone });
  await expect(page.getByLabel('Número do cartão')).toHaveValue(testCards.approved.number);
  await expect(page.getByLabel('Validade')).toHaveValue('12/32');
  await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(11) 98765-4321');
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('');
  // The address is the line of its CEP until then, and the environment begins with a name.
  expect(await missing(page)).toBe('CPF ou CNPJ, CEP, Termos de Uso');

  let typed = 0;
  const type = async (label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).pressSequentially(text);
    typed += 1;
  };
  await type('CPF ou CNPJ', validExamples.alphanumericCnpj);
  await type('CEP', validExamples.cep);
  await expect(page.getByLabel('Número', { exact: true })).toBeFocused();
  await type('Número', '1578');
  expect(await missing(page)).toBe('Termos de Uso');
  await page.getByLabel('Li e aceito os termos de uso').check();
  expect(typed).toBe(3);
  // Other journeys run at the same time, and would begin with the same name.
  await chooseSubdomain(page, newSubdomain('preenchido'));
  await submitButton(page).click();
  await waitForEnvironment(page);
});
