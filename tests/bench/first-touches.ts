/**
 * Measures a phone's first tap on a control, on a slow connection and processor.
 *
 * The times come from the browser: an event's duration lasts until the next frame is shown. The answer is looked for in
 * every frame after the touch.
 */
import type { Browser, BrowserContext } from '@playwright/test';
import { phone } from '#tests/support/page-weight.ts';
import { median } from './api/load.ts';

const KILOBIT_BYTES = 125;
const slow3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400 * KILOBIT_BYTES,
  uploadThroughput: 400 * KILOBIT_BYTES,
};
const ANSWER_TIMEOUT_MS = 60_000;
/** Event entries arrive at most this long after their frame. */
const ENTRIES_MS = 400;

export interface Touch {
  readonly name: string;
  readonly path: string;
  /** CSS selector; the first visible one is tapped. */
  readonly target: string;
  /** Typed after the tap. */
  readonly text?: string;
  /** Runs in the page; true once the answer is visible. */
  readonly isAnswered: () => boolean;
  /** Works without a script, so it must answer within 100 ms on a CPU slowed down four times. */
  readonly isNative?: true;
}

const isOpen = (): boolean =>
  document.querySelector('dialog[open], [popover]:popover-open, #perguntas details[open]') !== null;
const isFocused = (): boolean => document.activeElement?.matches('input:not([type="radio"])') ?? false;

const article = '/docs/notifications/webhook';

/** Controls on public pages. */
export const publicTouches: readonly Touch[] = [
  {
    name: 'Mensal e anual',
    path: '/',
    target: '.plan-cycle input[value="yearly"]',
    isAnswered: () => document.querySelector('#plano-pro [data-cycle="yearly"]')?.checkVisibility() ?? false,
    isNative: true,
  },
  {
    name: 'aba de perguntas',
    path: '/',
    target: '#perguntas input[value="migracao"]',
    isAnswered: () => !document.querySelector('#perguntas [data-category="precos"]')?.checkVisibility(),
    isNative: true,
  },
  { name: 'menu do início', path: '/', target: '.menu-button', isAnswered: isOpen, isNative: true },
  { name: 'menu da documentação', path: article, target: '.menu-button', isAnswered: isOpen, isNative: true },
  { name: 'pergunta', path: '/', target: '#perguntas summary', isAnswered: isOpen },
  {
    name: 'seta do carrossel',
    path: '/',
    target: '[aria-label="Próxima tela"]',
    isAnswered: () => document.querySelector('.carousel-position')?.textContent === '2 de 4',
  },
  { name: 'ajuda nos termos', path: '/termos.html', target: '.chat-launcher', isAnswered: isOpen },
  { name: 'ajuda num artigo', path: article, target: '.chat-launcher', isAnswered: isOpen },
  {
    name: 'copiar',
    path: article,
    target: '.copy-button',
    isAnswered: () => document.querySelector('.copy-button')?.getAttribute('data-state') === 'copied',
  },
  { name: 'busca', path: article, target: '[data-search-open]', isAnswered: isOpen },
  {
    name: 'passo de um artigo',
    path: '/docs/quick-start',
    target: 'details.step:not([open]) > summary',
    isAnswered: () => document.querySelectorAll('details.step[open]').length > 1,
  },
  {
    name: 'enviar ao suporte',
    path: '/suporte',
    target: '#contato form [type="submit"]',
    isAnswered: () => document.querySelector('#contato [aria-invalid="true"]') !== null,
  },
];

/** Controls on pages that need a session. */
export const signedInTouches: readonly Touch[] = [
  {
    name: 'primeiro campo do checkout',
    path: '/checkout?plan=pro&cycle=monthly',
    target: 'form input[type="text"]',
    text: 'padaria',
    isAnswered: isFocused,
  },
  {
    name: 'número do cartão',
    path: '/checkout?plan=pro&cycle=monthly',
    target: '[autocomplete="cc-number"]',
    text: '4111111111111111',
    isAnswered: isFocused,
  },
  {
    name: 'botão da conta',
    path: '/conta',
    target: 'main button:has-text("Cancelar a renovação")',
    isAnswered: isOpen,
  },
];

interface TouchFigures {
  /** The longest event of the tap or the keys after it. */
  readonly eventMs: number;
  /** Time until a busy mark or the answer is visible. */
  readonly signMs: number;
  readonly answerMs: number;
  /** The longest task between tap and answer. */
  readonly taskMs: number;
}

interface Seen {
  from: number;
  sign: number;
  answer: number;
  event: number;
  task: number;
}

declare global {
  interface Window {
    __touch?: Seen;
    __isAnswered?: () => boolean;
  }
}

/** Runs in the page before its own code. */
function observeTouch(): void {
  const seen: Seen = { from: 0, sign: 0, answer: 0, event: 0, task: 0 };
  window.__touch = seen;
  const look = (now: number): void => {
    const pending = document.querySelector('[data-pending], [aria-busy="true"]')?.getAnimations()[0];
    const isAnswered = window.__isAnswered?.() ?? false;
    // From now on the compositor can draw the mark even while the main thread is busy.
    const delay = isAnswered ? 0 : pending?.effect?.getTiming().delay;
    if (seen.sign === 0 && delay !== undefined) seen.sign = now + delay;
    if (isAnswered) seen.answer = now;
    else requestAnimationFrame(look);
  };
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      if (seen.from !== 0) return;
      seen.from = timeStamp;
      requestAnimationFrame(look);
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (seen.from !== 0 && startTime >= seen.from - 1) seen.event = Math.max(seen.event, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (seen.from !== 0 && startTime + duration > seen.from) seen.task = Math.max(seen.task, duration);
  }).observe({ type: 'longtask', buffered: true });
}

interface TouchOptions {
  readonly origin: string;
  readonly slowdown: number;
  /** Taps when the page is idle, or else as soon as the control is painted. */
  readonly isQuiet: boolean;
}

/** @param context A phone's context, with a session if the page needs one. */
async function measureTouch(
  context: BrowserContext,
  touch: Touch,
  { origin, slowdown, isQuiet }: TouchOptions,
): Promise<TouchFigures> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow3G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(observeTouch);
    await page.addInitScript(`window.__isAnswered = ${touch.isAnswered}`);
    await page.goto(origin + touch.path, { waitUntil: 'commit', timeout: ANSWER_TIMEOUT_MS });
    const target = page.locator(touch.target).filter({ visible: true }).first();
    await target.waitFor({ timeout: ANSWER_TIMEOUT_MS });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    if (isQuiet) await page.waitForLoadState('networkidle');
    await target.tap({ force: true });
    if (touch.text !== undefined) await page.keyboard.type(touch.text);
    await page.waitForFunction(() => window.__touch?.answer, undefined, { timeout: ANSWER_TIMEOUT_MS });
    await page.waitForTimeout(ENTRIES_MS);
    const seen = await page.evaluate(() => window.__touch);
    if (seen === undefined) throw new Error(`${touch.path} was not observed.`);
    const { from, sign, answer, event, task } = seen;
    return { eventMs: event, signMs: sign - from, answerMs: answer - from, taskMs: task };
  } finally {
    await page.close();
  }
}

/** Medians of `rounds`, each in a fresh context. */
export async function medianTouch(
  newContext: () => Promise<BrowserContext>,
  touch: Touch,
  options: TouchOptions,
  rounds: number,
): Promise<TouchFigures> {
  const all: TouchFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await newContext();
    try {
      all.push(await measureTouch(context, touch, options));
    } finally {
      await context.close();
    }
  }
  const middle = (of: keyof TouchFigures): number => median(all.map((figures) => figures[of]));
  return {
    eventMs: middle('eventMs'),
    signMs: middle('signMs'),
    answerMs: middle('answerMs'),
    taskMs: middle('taskMs'),
  };
}

/** A phone on its first visit. */
export const newPhone = (browser: Browser, baseURL?: string): Promise<BrowserContext> =>
  browser.newContext({
    ...phone,
    ...(baseURL && { baseURL }),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
