/** The browser for measurements: the system's, if there is one. */
import { type Browser, chromium } from '@playwright/test';
import { findSystemChromium } from '#dev/chromium.mjs';

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findSystemChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...args] });
}
