/**
 * Where the browser for the journeys is.
 *
 * Plain JavaScript without dependencies: the bootstrap asks before anything is installed.
 */
import { spawnSync } from 'node:child_process';

/** Debian's, Ubuntu's and Google's names, in the order we trust them. */
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
 * Path of a browser of the system that really starts, or `null`.
 *
 * It is asked for its version because Ubuntu's `chromium-browser` may be a stub that only points at a store.
 *
 * @returns {string | null}
 */
export function findSystemChromium() {
  return candidates.find((path) => path !== undefined && starts(path)) ?? null;
}

/**
 * Path of Debian's browser without a surface, or `null`: it draws the same pages for a third less of the processor's time,
 * but cannot do what needs the surface, such as filling a form in.
 *
 * @returns {string | null}
 */
export function findHeadlessShell() {
  return !process.env.CHROMIUM_PATH && starts(SHELL) ? SHELL : null;
}

/**
 * Path of Playwright's own browser when it was downloaded, or `null`.
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
