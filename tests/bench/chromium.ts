/** The browser that measures: the system's, where there is one. */
import { type Browser, chromium } from '@playwright/test';
import { findSystemChromium } from '#dev/chromium.mjs';

export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findSystemChromium();
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...args] });
}
