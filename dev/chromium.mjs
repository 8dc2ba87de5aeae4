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

/**
 * Path of a browser of the system that really starts, or `null`.
 *
 * It is asked for its version because Ubuntu's `chromium-browser` may be a stub that only points at a store.
 *
 * @returns {string | null}
 */
export function findSystemChromium() {
  for (const path of candidates) {
    if (path && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0)
      return path;
  }
  return null;
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
    return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0 ? path : null;
  } catch {
    return null; // Not installed, or no build for this system: the caller tries the next way.
  }
}
