/** Takes the pictures of a site that runs here. */
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findHeadlessShell, findSystemChromium } from '../../chromium.mjs';
import { demoUser } from '../../stand-ins/identity/index.ts';
import { NOW } from './answers.ts';
import { translateBrowserWords } from './browser-words.ts';
import { type Picture, usual } from './list.ts';
import { variants } from './variants.ts';

/** Around what is shown, in CSS pixels. */
const MARGIN = 12;

/** @param onTaken Called with each file's name and content. */
export async function takePictures(
  siteUrl: string,
  pictures: readonly Picture[],
  onTaken: (file: string, content: Buffer) => void,
): Promise<void> {
  const executablePath = findHeadlessShell() ?? findSystemChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  try {
    for (const { suffix, width, theme } of variants) {
      const page = await signedIn(browser, siteUrl, width, theme);
      for (const picture of pictures)
        onTaken(`${picture.name}${suffix}.png`, await take(page, siteUrl, picture));
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
}

/** Opens a page of the demonstration account with its clock stopped. */
async function signedIn(
  browser: Browser,
  siteUrl: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, deviceScaleFactor: 2, colorScheme, reducedMotion: 'reduce' },
    ...{ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' },
  });
  const page = await context.newPage();
  await page.goto(`${siteUrl}/conta`);
  await page.getByLabel('E-mail').fill(demoUser.email);
  await page.getByLabel('Senha', { exact: true }).fill(demoUser.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(`${siteUrl}/conta`);
  await page.clock.setFixedTime(NOW);
  return page;
}

async function take(page: Page, siteUrl: string, { path, answers, reach, from, to = from }: Picture) {
  await page.unrouteAll();
  const given = Object.entries({ ...usual, ...answers });
  await page.route('**/api/**', (route) => {
    const [, json] = given.find(([end]) => route.request().url().endsWith(end)) ?? [];
    return json === undefined ? route.continue() : route.fulfill({ json });
  });
  await page.goto(`${siteUrl}${path}`);
  await reach?.(page);
  await page.locator(from).first().waitFor();
  await page.locator(to).last().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(nameTheProduct, '.vigia.example');
  await translateBrowserWords(page);
  // Neither the pointer nor the focus of the last step is part of it.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const [first, last] = [
    await page.locator(from).first().boundingBox(),
    await page.locator(to).last().boundingBox(),
  ];
  if (first === null || last === null) throw new Error(`${path} does not show ${from}.`);
  const scrolled = await page.evaluate(() => window.scrollY);
  const [left, right] = [Math.min(first.x, last.x), Math.max(first.x + first.width, last.x + last.width)];
  const width = page.viewportSize()?.width ?? right;
  const start = Math.max(0, left - MARGIN);
  const shot = await page.screenshot({
    ...{ fullPage: true, animations: 'disabled', caret: 'hide' },
    clip: {
      ...{ x: start, y: first.y + scrolled - MARGIN },
      ...{
        width: Math.min(width, right + MARGIN) - start,
        height: last.y + last.height - first.y + 2 * MARGIN,
      },
    },
  });
  return sharp(shot).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer();
}

/** In the page: an address of this machine would be none of the reader's, and change with its port. */
function nameTheProduct(domain: string): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replace(/\.localhost:\d+/g, domain) ?? null;
}
