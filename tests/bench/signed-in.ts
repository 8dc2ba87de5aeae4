/** Phones with a session, on a separate stack with the built pages. */
import type { Browser, BrowserContext } from '@playwright/test';
import { stackAddresses } from '#dev/ports.ts';
import { startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { openEnvironment } from '#tests/support/environments.ts';
import { standInControls } from '#tests/support/identity-controls.ts';
import { openAs } from '#tests/support/journey.ts';
import { journeyPort } from '#tests/support/journey-port.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import { newPhone, type Touch } from './first-touches.ts';

/** Calls `work` with the site's origin and a function that creates a signed-in phone on /conta. */
export async function withSignedIn(
  browser: Browser,
  work: (origin: string, newContext: (touch: Touch) => Promise<BrowserContext>) => Promise<void>,
): Promise<void> {
  const sitePort = journeyPort(0);
  const { siteUrl } = stackAddresses(sitePort);
  const stack = await startStack({ ...stackFolders(sitePort), sitePort, isFresh: true });
  try {
    const { addPerson, tokenFor } = standInControls(stack);
    const [newcomer, customer] = [newPerson(), newPerson()];
    await addPerson(newcomer, []);
    await addPerson(customer, []);
    await openEnvironment(stack, await tokenFor(customer), newPaidOrder());
    await work(siteUrl, async ({ path }) => {
      const context = await newPhone(browser, siteUrl);
      const page = await context.newPage();
      await openAs(page, path === '/conta' ? customer : newcomer, path);
      await page.waitForURL((url) => url.origin === siteUrl && url.pathname === path.split('?')[0]);
      await page.waitForLoadState('networkidle');
      await page.close();
      return context;
    });
  } finally {
    await stack.stop();
  }
}
