/** The landing page by pointer, keyboard, touch, with reduced motion and without scripts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeOwnEnvironments } from '#dev/own-environments.ts';
import { projectRoot } from '#dev/project-root.ts';
import { expectSound } from '#tests/support/axe.ts';
import {
  acceptTerms,
  chooseSubdomain,
  register,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

/** Number of questions in a tab. */
function questionsIn(category: string): number {
  const folder = join(projectRoot, 'content/faq');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.includes(`\ncategory: ${category}\n`)).length;
}

/** Height in CSS pixels at 390 px, eleven screens. To add to the page, take something away. */
const PHONE_LENGTH_MAX = 9_000;
const PHONE_SCREEN = 844;
/** One way to begin in every third screen. */
const WITHOUT_WAY_MAX = 3 * PHONE_SCREEN;

const focusedText = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null;
    return focused?.getAttribute('aria-label') ?? focused?.innerText.trim();
  });

test.describe('by default', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the header gets a line after 50 px, and its links work', async ({ page }) => {
    await page.goto('/');
    const header = page.locator('header.site-header');
    await page.mouse.wheel(0, 45);
    await expect(header).not.toHaveAttribute('data-scrolled');
    await page.mouse.wheel(0, 40);
    await expect(header).toHaveAttribute('data-scrolled');
    for (const name of ['Planos', 'Como funciona', 'Por que a Vigia']) {
      const link = header.getByRole('link', { name, exact: true });
      await link.click();
      await expect(page.locator(`${new URL(page.url()).hash} h2`).first()).toBeInViewport();
    }
  });

  test('the carousel turns by button, arrow key and dots', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: /^Carrossel/ });
    const position = carousel.getByText(/^\d de \d$/);
    await carousel.getByRole('button', { name: 'Tela anterior' }).click();
    await expect(position).toHaveText('4 de 4');
    await expect(carousel.locator('li').last()).toBeInViewport();
    await carousel.getByRole('button', { name: 'Próxima tela' }).click();
    await expect(position).toHaveText('1 de 4');
    await page.keyboard.press('ArrowRight');
    await expect(position).toHaveText('2 de 4');
    await carousel.getByRole('button', { name: /^Tela 3/ }).click();
    await expect(position).toHaveText('3 de 4');
    // Manual scrolling (swipe, wheel) is followed too.
    await carousel
      .locator('[data-slides]')
      .evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }));
    await expect(position).toHaveText('1 de 4');
  });

  test('questions follow their tab, also by keyboard, and answers open', async ({ page }) => {
    await page.goto('/');
    const faq = page.locator('#perguntas');
    await faq.getByRole('radio', { name: /^Todos \d+ perguntas$/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(faq.getByRole('radio', { name: `Preços ${questionsIn('precos')} perguntas` })).toBeChecked();
    await expect(faq.locator('details:visible')).toHaveCount(questionsIn('precos'));
    await faq.getByText('Existe um plano gratuito?').click();
    await expect(faq.getByText('não pede cartão de crédito')).toBeVisible();
    await expectSound(page);
    await faq.getByText('Migração').click();
    await expect(faq.locator('details:visible')).toHaveCount(questionsIn('migracao'));
  });

  test('the example does not move with reduced motion', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const example = page.locator('live-example');
    await expect(example.getByText('Exemplo', { exact: true })).toBeVisible();
    await expect(example.getByRole('button')).toBeHidden();
    await expect(example).toBeInViewport();
    const before = await example.textContent();
    await page.clock.runFor(10_000);
    expect(await example.textContent()).toBe(before);
  });
});

test('the example runs while visible, and stops on request', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const value = page.locator('live-example [data-value]');
  const first = await value.textContent();
  await page.clock.runFor(1700);
  await expect(value).not.toHaveText(first ?? '');
  await page.getByRole('button', { name: 'Pausar o exemplo' }).click();
  const paused = await value.textContent();
  await page.clock.runFor(10_000);
  await expect(value).toHaveText(paused ?? '');
  await page.getByRole('button', { name: 'Retomar o exemplo' }).click();
  await page.clock.runFor(1700);
  await expect(value).not.toHaveText(paused ?? '');
});

test('the demo opens its tab at once, says what it waits for, and then goes there', async ({
  page,
  stack,
}) => {
  const waiting = 'Carregando ambiente de demonstração...';
  expect(await makeOwnEnvironments(stack.addresses.sitePort)).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  // The wait of a second passes only when it was looked at.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Ver Demonstração' }).click();
  const tab = await opened;
  await expect(page.getByRole('link', { name: waiting })).toBeVisible();
  await expect(tab.getByText(waiting)).toBeVisible();
  const colours = (on: Page) =>
    on.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return [backgroundColor, color];
    });
  expect(await colours(tab)).toEqual(await colours(page));
  await page.clock.runFor(1_000);
  await tab.waitForURL((url) => url.hostname.startsWith('demo.'));
  expect(new URL(tab.url()).port).toBe(new URL(stack.services.tenants.url).port);
  await expect(tab.getByText('Só leitura: todos veem este painel')).toBeVisible();
  await expect(tab.getByText('Página inicial')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver Demonstração' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: PHONE_SCREEN }, hasTouch: true });

  test('price, ease and reason, the field and both buttons are in the first screen', async ({ page }) => {
    await page.goto('/');
    const hero = page.locator('#top');
    for (const part of [
      hero.getByText(
        /^Grátis com 5 monitores, um por site ou serviço; planos a partir de R\$\s49 por mês\.$/,
      ),
      hero.getByText('sem configurar nada'),
      hero.getByText(/nota fiscal e 7 dias para desistir/),
      hero.getByLabel('Endereço do seu site'),
      hero.getByRole('button', { name: 'Vigiar este site' }),
      hero.getByRole('link', { name: 'Comece grátis agora' }),
      hero.getByRole('link', { name: 'Ver Demonstração' }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
  });

  test('the page is short, and every third screen has a way to begin', async ({ page }) => {
    await page.goto('/');
    const { length, ways } = await page.evaluate(() => ({
      length: document.documentElement.scrollHeight,
      ways: [...document.querySelectorAll('main [data-session="register"], main .plan-choice a')]
        .map((way) => way.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top }) => top + scrollY)
        .toSorted((a, b) => a - b),
    }));
    expect(length).toBeLessThan(PHONE_LENGTH_MAX);
    const gaps = [...ways, length].map((top, index) => top - (ways[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(WITHOUT_WAY_MAX);
  });

  test('all four plans are reached by swiping, and nothing else scrolls sideways', async ({ page }) => {
    await page.goto('/');
    for (const id of ['free', 'essential', 'pro', 'enterprise']) {
      const card = page.locator(`#plano-${id}`);
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('.plan-choice a').filter({ visible: true })).toBeInViewport();
    }
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });

  test('the menu traps the focus, and restores it', async ({ page }) => {
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    const menu = page.locator('#menu-principal');
    await expect(menu).toBeVisible();
    const links = await menu.locator('nav > a:visible').allTextContents();
    expect(links.slice(0, 4)).toEqual(['Planos', 'Como funciona', 'Por que a Vigia', 'Documentação']);
    const stops = [...links, 'Entrar', 'Menu', links[0]];
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toBe(stop);
    }
    await page.keyboard.press('Shift+Tab');
    expect(await focusedText(page)).toBe('Menu');
    await page.keyboard.press('Shift+Tab');
    expect(await focusedText(page)).toBe('Entrar');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.tap();
    await menu.getByRole('link', { name: 'Como funciona' }).tap();
    await expect(menu).toBeHidden();
    await expect(page.locator('#como-funciona h2')).toBeInViewport();
  });

  test('the comparison leaves out what the cards right above it say', async ({ page }) => {
    await page.goto('/');
    const rows = page.locator('.comparison tbody tr');
    await expect(rows.filter({ visible: true })).toHaveCount(0);
    await page.locator('.comparison summary').tap();
    await expect(rows.filter({ visible: true }).getByRole('rowheader')).toHaveText([
      'Checagens por hora, em cada monitor',
      'Checagens por dia, em todos os monitores',
      'Resposta do suporte',
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(rows.filter({ visible: true })).toHaveCount(10);
  });

  test('the groups of the footer are folds, and on a wide screen lists without a stop for the keyboard', async ({
    page,
  }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    const terms = footer.getByRole('link', { name: 'Termos de Uso' });
    await expect(terms).toBeHidden();
    // What the law wants in every footer is never folded.
    await expect(footer.getByText(/CNPJ/)).toBeVisible();
    await footer.getByText('Documentos').filter({ visible: true }).tap();
    await expect(terms).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(footer.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await expect(footer.getByRole('heading', { name: 'Atendimento' })).toBeVisible();
    await expect(footer.locator('summary').filter({ visible: true })).toHaveCount(0);
  });

  test('the slides show phone screens', async ({ page }) => {
    await page.goto('/');
    const picture = page
      .getByRole('region', { name: /^Carrossel/ })
      .getByRole('img')
      .first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain('mobile-');
  });
});

test('the address in the hero is carried through the sign-up, and is what is watched first', async ({
  page,
  stack,
}) => {
  await page.goto('/');
  const field = page.getByLabel('Endereço do seu site');
  await field.fill('203.0.113.9');
  await field.press('Enter');
  await expect(page.locator('#top').getByRole('alert')).toHaveText(/não um endereço IP/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('203.0.113.9');
  await field.fill('loja.com.br');
  await page.getByRole('button', { name: 'Vigiar este site' }).click();
  await register(page, stack, newPerson());
  await expect(page).toHaveURL(/\/checkout\?plan=free&cycle=monthly$/);
  await expect(page.getByRole('region', { name: 'O que vigiar primeiro?' })).toContainText(
    'https://loja.com.br',
  );
  await chooseSubdomain(page, newSubdomain('loja'));
  await acceptTerms(page);
  await submit(page);
  await waitForEnvironment(page);
  const first = page.getByRole('region', { name: 'O que vigiar primeiro?' });
  await expect(first).toContainText('https://loja.com.br');
  await expect(first.getByRole('button', { name: 'Vigiar este site' })).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the address in the hero goes to the sign-up page', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Endereço do seu site').fill('loja.com.br');
    await page.getByRole('button', { name: 'Vigiar este site' }).click();
    await expect(page).toHaveURL(/\/checkout\?action=register&plan=free&cycle=monthly&site=loja\.com\.br$/);
  });

  test('prices, slides, questions and buttons still work', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Anual · 10% off').click();
    await expect(page.locator('#plano-pro')).toContainText('Economia de');
    await expect(page.locator('#plano-pro').getByRole('link')).toHaveAttribute(
      'href',
      /plan=pro&cycle=yearly$/,
    );
    await expect(page.getByRole('button', { name: 'Próxima tela' })).toBeHidden();
    const track = page.locator('[data-slides]');
    expect(await track.evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true);
    await page.locator('#perguntas').getByText('Suporte', { exact: true }).click();
    await expect(page.locator('#perguntas details:visible')).toHaveCount(questionsIn('suporte'));
    await page.getByText('Como falo com o suporte?').click();
    await expect(page.locator('#pergunta-falar-com-suporte')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pausar o exemplo' })).toBeHidden();
    await expect(page.locator('.chat-launcher')).toBeHidden();
  });
});

test.describe('in every mode', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  // 1280 px at 400 % zoom is 320 px, which axe.spec.ts measures; at 200 % a common laptop has this much room.
  test('nothing overflows at 200 % zoom', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.goto('/');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });

  test('all sections and answers are printed', async ({ page }) => {
    await page.goto('/');
    await page.emulateMedia({ media: 'print' });
    for (const id of ['top', 'planos', 'como-funciona', 'recursos', 'por-que-escolher', 'perguntas']) {
      await expect(page.locator(`#${id} :is(h1, h2)`)).toBeVisible();
    }
    // Lazy pictures of the carousel would be printed as empty frames.
    await expect(page.locator('#telas')).toBeHidden();
    await expect(page.locator('section.showcase')).toBeHidden();
    await expect(page.getByText('não pede cartão de crédito')).toBeVisible();
    const [featured, plain] = await Promise.all(
      ['#plano-essential', '#plano-free'].map((id) =>
        page.locator(id).evaluate((card) => getComputedStyle(card).color),
      ),
    );
    expect(featured, 'no pale text').toBe(plain);
  });
});
