/**
 * Finds a browser for the journeys.
 *
 * Plain JavaScript without dependencies: the bootstrap uses it before anything is installed.
 */
import { spawnSync } from 'node:child_process';

/** Debian's, Ubuntu's and Google's names, in order of preference. */
const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const SHELL = '/usr/bin/chromium-headless-shell';

/** @param {string} path */
const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

/**
 * Path of a system browser that really starts, or `null`.
 *
 * Asks for its version, because Ubuntu's `chromium-browser` may be a stub that only points to a store.
 *
 * @returns {string | null}
 */
export function findSystemChromium() {
  return candidates.find((path) => path !== undefined && starts(path)) ?? null;
}

/**
 * Path of Debian's headless shell, or `null`: it renders the same pages in a third less processor time, but cannot do
 * what needs a window, such as filling in a form.
 *
 * @returns {string | null}
 */
export function findHeadlessShell() {
  return !process.env.CHROMIUM_PATH && starts(SHELL) ? SHELL : null;
}

/**
 * Path of Playwright's own browser, if it was downloaded, or `null`.
 *
 * @returns {Promise<string | null>}
 */
export async function findPlaywrightChromium() {
  try {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return starts(path) ? path : null;
  } catch {
    return null; // Not installed, or no build for this system: the caller tries the next way.
  }
}
