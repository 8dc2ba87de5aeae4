/**
 * The gateway's content policy in a browser: nginx with the chart's configuration, and Chromium.
 *
 * The instance is a fake that writes its pages like 2.5.3 (server/model/status_page.js, server/analytics); with
 * `UPTIME_KUMA_URL`, its panel is that of a real local one, set up by the chart's bootstrap.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { findSystemChromium } from '#dev/chromium.mjs';
import { startGateway } from './gateway-stand.ts';
import { statusHtml } from './instance-page.ts';
import { answerAsSignIn, HOST } from './tenant-nginx.ts';

const { helm, nginx } = inject('chartTools');
const executablePath = findSystemChromium();
const real = process.env['UPTIME_KUMA_URL'];
const instancePort = real === undefined ? 5251 : Number(new URL(real).port);
const PORTS = { gateway: 5250, instance: instancePort, companion: 5252, signIn: 5253, secure: 5254 };
const LISTED = 'https://plausible.io/js/script.js';
const UNLISTED = 'https://estatisticas.outra.example/script.js';
if (executablePath === null) console.warn('Falta o Chromium. Os testes que o usam não rodaram.');

const analyticsOf: Readonly<Record<string, string>> = {
  '/status/sem': '',
  '/status/plausible': `<script defer src="${LISTED}" data-domain="loja.example"></script>`,
  '/status/outra': `<script defer src="${UNLISTED}" data-domain="loja.example"></script>`,
  '/status/google':
    '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>\n        ' +
    "<script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag('js', new Date());gtag('config', 'G-1'); </script>",
  '/status/conteiner': '<script async src="https://www.googletagmanager.com/gtag/js?id=GTM-1"></script>',
  // As the instance writes a title: quotes as entities, angle brackets unchanged.
  '/status/imitada':
    '<meta property="og:title" content="&quot;></script>\n        <script>window.dataLayer <script id=&quot;preload-data&quot; data-json=&quot;{}&quot;>">',
  '/status/matomo':
    '<script type="text/javascript">\n            var _paq = window._paq = window._paq || [];\n        </script>',
};

function answerAsInstance({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://instance');
  const [, ending = 'html'] = /\.(\w+)$/.exec(pathname) ?? [];
  const type = { js: 'text/javascript', svg: 'image/svg+xml' }[ending] ?? 'text/html';
  response.writeHead(pathname.startsWith('/socket.io') ? 400 : 200, { 'Content-Type': type });
  if (pathname.endsWith('/chunk.js')) response.end('document.body.dataset.chunk = "1";');
  else if (pathname === '/serviceWorker.js') response.end();
  else if (pathname === '/icon.svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  // src/main.js: the page loads parts when needed, and registers a service worker.
  else if (pathname.endsWith('.js'))
    response.end(
      'import("/assets/chunk.js"); navigator.serviceWorker.register("/serviceWorker.js", { scope: "/" });',
    );
  else response.end(statusHtml(analyticsOf[pathname] ?? ''));
}

/** A page's console errors, and what its scripts left behind. */
async function visit(browser: Browser, path: string, cookie?: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
  if (cookie !== undefined)
    await context.addCookies([{ name: '__Secure-vigia-sign-in', value: cookie, url: `https://${HOST}` }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const requested: string[] = [];
  await context.route(/plausible\.io|outra\.example|googletagmanager|api\.telegram\.org/, (route) => {
    requested.push(route.request().url());
    return route.fulfill({
      contentType: 'text/javascript',
      body: 'window.visits = (window.visits ?? 0) + 1;',
    });
  });
  await page.goto(`https://${HOST}${path}`, { waitUntil: 'networkidle' });
  return { page, errors, requested };
}

const globalOf = (page: Page, name: string) =>
  page.evaluate((key) => (globalThis as unknown as Record<string, unknown>)[key], name);

describe.skipIf(helm === null || nginx === null || executablePath === null)('in a browser', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let browser: Browser;

  beforeAll(async () => {
    gateway = await startGateway({
      ports: PORTS,
      instance: real === undefined ? answerAsInstance : null,
      signIn: answerAsSignIn,
    });
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      // For the service worker, whose script is fetched without the context's settings.
      args: [
        '--no-sandbox',
        '--ignore-certificate-errors',
        `--host-resolver-rules=MAP ${HOST} 127.0.0.1:${PORTS.secure}`,
      ],
    });
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  describe.skipIf(real !== undefined)('with pages as the instance writes them', () => {
    test('without analytics a status page runs its scripts without errors', async () => {
      const { page, errors } = await visit(browser, '/status/sem');
      expect(errors).toEqual([]);
      expect(await globalOf(page, 'preloadData')).toEqual({ config: { title: 'Loja' } });
      expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('pt-BR');
      expect(await page.getAttribute('body', 'data-chunk')).toBe('1');
      expect(await page.evaluate(() => getComputedStyle(document.body).opacity)).toBe('0.5');
    });

    test('a listed script runs without errors', async () => {
      const { page, errors, requested } = await visit(browser, '/status/plausible');
      expect([errors, requested]).toEqual([[], [LISTED]]);
      expect(await globalOf(page, 'visits')).toBe(1);
    });

    test.each(['outra', 'matomo', 'conteiner'])('an unlisted script (%s) does not run', async (slug) => {
      const { page, errors, requested } = await visit(browser, `/status/${slug}`);
      expect(requested).toEqual([]);
      expect([await globalOf(page, 'visits'), await globalOf(page, '_paq')]).toEqual([undefined, undefined]);
      expect(errors.join()).toContain('Content Security Policy');
      expect(await globalOf(page, 'preloadData')).toBeDefined();
    });

    test('a customer’s text that looks like a script gets no nonce', async () => {
      const nonces = ({ body }: { body: string }) => body.match(/nonce="/g)?.length;
      expect([
        nonces(await gateway.ask('/status/sem')),
        nonces(await gateway.ask('/status/imitada')),
        nonces(await gateway.ask('/status/google')),
        nonces(await gateway.ask('/status/conteiner')),
      ]).toEqual([2, 2, 4, 2]);
    });

    test('Google’s tag runs without errors, and loads no further script of its host', async () => {
      const { page, errors, requested } = await visit(browser, '/status/google');
      expect([errors, requested]).toEqual([[], ['https://www.googletagmanager.com/gtag/js?id=G-1']]);
      expect(await globalOf(page, 'visits')).toBe(1);
      expect(await page.evaluate('window.dataLayer.length')).toBe(2);
      for (const path of ['gtm.js?id=GTM-1', 'gtag/js?id=GTM-1', 'gtag/js']) {
        const directive = await page.evaluate(
          (src) =>
            new Promise((resolve) => {
              const refused = (event: SecurityPolicyViolationEvent) => resolve(event.effectiveDirective);
              document.addEventListener('securitypolicyviolation', refused, { once: true });
              document.head.append(Object.assign(document.createElement('script'), { src }));
            }),
          `https://www.googletagmanager.com/${path}`,
        );
        expect([path, directive, requested.length]).toEqual([path, 'script-src-elem', 1]);
      }
    });

    test('a panel’s page runs and sends only its own', async () => {
      const { page } = await visit(browser, '/dashboard', 'dona.tenant:padaria');
      const outcomes = await page.evaluate(async (listed) => {
        const refused: string[] = [];
        const both = new Promise<void>((resolve) =>
          document.addEventListener('securitypolicyviolation', (event) => {
            if (refused.push(event.effectiveDirective) === 2) resolve();
          }),
        );
        document.head.append(Object.assign(document.createElement('script'), { src: listed }));
        await fetch('https://plausible.io/api/event').catch(() => undefined);
        await both;
        return refused;
      }, LISTED);
      expect(outcomes.toSorted()).toEqual(['connect-src', 'script-src-elem']);
    });
  });

  test('only a panel’s page asks Telegram for the number of a chat', async () => {
    const updates = 'https://api.telegram.org/bot1:a/getUpdates';
    const reach = async (path: string, cookie?: string) => {
      const { page, requested } = await visit(browser, path, cookie);
      await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => undefined), updates);
      return requested;
    };
    expect(await reach('/dashboard', 'dona.tenant:padaria')).toEqual([updates]);
    expect(await reach('/status/sem')).toEqual([]);
  });

  test.skipIf(real === undefined)('the panel of a real instance works, and prints no error', async () => {
    const { page, errors } = await visit(browser, '/dashboard', 'dona.tenant:padaria');
    await page.getByText('Adicionar Novo Monitor').first().waitFor();
    await page.goto(`https://${HOST}/settings/general`, { waitUntil: 'networkidle' });
    await page.locator('#timezone').last().waitFor();
    expect(errors).toEqual([]);
  });
});
