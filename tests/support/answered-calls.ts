/**
 * Answers of the API that a page gets from its test.
 *
 * By the browser's own protocol: `page.route` leads every request through the test and switches the browser's cache off,
 * so that a page loads and compiles all its scripts again each time.
 */
import type { Page } from '@playwright/test';

/** Answers as JSON, by path. */
export type Answers = Readonly<Record<string, object>>;

/** What each page gets at the moment; a page has one interception, which stays. */
const given = new WeakMap<Page, Answers>();

/** From now on calls of these paths get these answers, instead of those given before; all other calls pass. */
export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  const isNew = !given.has(page);
  given.set(page, answers);
  if (isNew) await intercept(page);
}

async function intercept(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const [, answer] =
      Object.entries(given.get(page) ?? {}).find(([path]) => request.url.endsWith(path)) ?? [];
    const reply =
      answer === undefined
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'Content-Type', value: 'application/json' }],
            body: Buffer.from(JSON.stringify(answer)).toString('base64'),
          });
    // The page that asked may be gone.
    reply.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
}
