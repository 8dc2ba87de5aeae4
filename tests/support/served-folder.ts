/** Serves a folder of built pages to the browser without a server, for tests that need no stack. */
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

/** @param origin Origin with an unregistered host name, such as "http://artigos.test". */
export async function serveFolder(context: BrowserContext, origin: string, folder: string): Promise<void> {
  await context.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const isFile = /\.\w+$/.test(pathname);
    return route.fulfill({ path: join(folder, isFile ? pathname : `${pathname}.html`) });
  });
}
