/**
 * A local Turnstile: the script and the frame that a page loads, and `POST /turnstile/v0/siteverify`.
 *
 * Tokens expire after five minutes and work once, except for a retry with the same `idempotency_key`; the response
 * contains host and action. Its page can make the challenge ask for a click, fail in the browser, or refuse every
 * token. Source: developers.cloudflare.com/turnstile/get-started/server-side-validation, read on 2026-11-23.
 */
import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { settingsControl, table } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';
import { apiScript, framePage } from './pages.ts';
import { type ChallengeToken, challengeModes, challengeVerdicts, type TurnstileSettings } from './state.ts';

interface TurnstileStandInOptions {
  readonly port: number;
  readonly secret: string;
  readonly now: () => number;
}

const TOKEN_LIFE_MS = 300_000;
/** Maximum number of tokens kept and shown. */
const TOKENS_KEPT = 200;

export function createTurnstileStandIn({ port, secret, now }: TurnstileStandInOptions): HonoStandIn {
  const settings: TurnstileSettings = { mode: 'passes', verdict: 'honest' };
  const tokens: ChallengeToken[] = [];

  const mint = (hostname: string, action: string): ChallengeToken => {
    const made = { token: `local.${randomUUID()}`, hostname, action, madeAt: now() };
    tokens.unshift(made);
    tokens.length = Math.min(tokens.length, TOKENS_KEPT);
    return made;
  };

  /** The error of a token, or `null`. Uses it up. */
  const judge = (found: ChallengeToken | undefined, key: string): string | null => {
    if (found === undefined || settings.verdict === 'refused') return 'invalid-input-response';
    const isAgain = found.spentBy !== undefined && (key === '' || found.spentBy !== key);
    if (isAgain || settings.verdict === 'used' || now() - found.madeAt > TOKEN_LIFE_MS)
      return 'timeout-or-duplicate';
    found.spentBy = key;
    return null;
  };

  const control = settingsControl({
    name: 'settings',
    legend: 'O desafio',
    fields: {
      mode: { label: 'No navegador', choices: challengeModes },
      verdict: { label: 'O token é', choices: challengeVerdicts },
    },
    read: () => settings,
  });
  const standIn = createStandIn({
    name: 'Desafio',
    port,
    title: 'Desafio',
    page: () => html`${control.form()}
      ${table(
        ['Token', 'Host', 'Ação', 'Estado'],
        tokens.map(({ token, hostname, action, spentBy }) => [
          html`<code>${token}</code>`,
          hostname,
          action,
          spentBy === undefined ? 'novo' : 'usado',
        ]),
      )}`,
    state: () => ({ settings, tokens }),
    controls: control.routes,
  });
  const { app } = standIn;
  app.get('/turnstile/v0/api.js', (c) => c.body(apiScript, 200, { 'Content-Type': 'text/javascript' }));
  app.get('/turnstile/frame', (c) => c.html(framePage(settings.mode)));
  app.post('/turnstile/solved', async (c) => {
    const { hostname, action } = await c.req.json<{ hostname: string; action: string }>();
    return c.json({ token: mint(hostname, action).token });
  });
  app.post('/turnstile/v0/siteverify', async (c) => {
    const asked = await c.req.json<Record<string, string | undefined>>();
    const refuse = (code: string) => c.json({ success: false, 'error-codes': [code] });
    if (!asked['secret']) return refuse('missing-input-secret');
    if (asked['secret'] !== secret) return refuse('invalid-input-secret');
    if (!asked['response']) return refuse('missing-input-response');
    const found = tokens.find(({ token }) => token === asked['response']);
    const error = judge(found, asked['idempotency_key'] ?? '');
    if (error !== null || found === undefined) return refuse(error ?? 'invalid-input-response');
    const { hostname, action, madeAt } = found;
    const challenge_ts = new Date(madeAt).toISOString();
    return c.json({ success: true, 'error-codes': [], challenge_ts, hostname, action, cdata: '' });
  });

  return standIn;
}
