/** A view (axe-views.ts) in a page: window, answers of the API, address, and the way to its state. */
import { expect, type Page } from '@playwright/test';
import { firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { nowEndpoint } from '#domain/api-schemas/now.ts';
import { answerCalls } from '#tests/support/answered-calls.ts';
import { pictured, standingNow } from '#tests/support/now-sample.ts';
import type { Window } from './axe-matrix.ts';
import { kept, type View } from './axe-views.ts';

/** Gives an open page another theme or width. */
export async function turnInto(page: Page, { theme, width }: Window): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Opens a view. One that cannot be reached is reported, and the next one is checked anyway. */
export async function openView(
  page: Page,
  { path, answers = {}, reach }: View,
  window: Window,
): Promise<void> {
  await turnInto(page, window);
  const address = (of: string) => new URL(of, page.url()).href.split('#')[0];
  // Another fragment alone would not load the page again.
  if (page.url() !== 'about:blank' && address(path) === address(page.url())) await page.goto('about:blank');
  const usual = {
    [accountLimitsEndpoint]: kept,
    [nowEndpoint]: standingNow([pictured()]),
    [firstMonitorEndpoint]: { suggested: null, asked: null, isOpen: false },
  };
  await answerCalls(page, { ...usual, ...answers });
  await page.goto(path);
  await reach(page).catch((error) => expect.soft(error, `${path}, never reached`).toBeNull());
}
