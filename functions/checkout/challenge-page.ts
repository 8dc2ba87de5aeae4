/**
 * The page that shows Turnstile in a frame of the sign-up form.
 *
 * A third party's script runs here, so the page has its own origin and cannot reach the form or the site's account. It
 * posts its result to the site's origin only and accepts no messages.
 */
import { CHALLENGE_ACTION, type ChallengeNews } from '#domain/api-schemas/challenge.ts';
import type { ChallengePlace } from '#functions/variables.ts';

interface Shown {
  readonly place: ChallengePlace;
  /** The only origin that may frame this page and that receives its result. */
  readonly siteOrigin: string;
  readonly theme: 'light' | 'dark' | 'auto';
  /** A new value for each response. */
  readonly nonce: string;
}

/** Source: developers.cloudflare.com/turnstile/reference/content-security-policy, read on 2026-11-23. */
export function challengePolicy({ place, siteOrigin, nonce }: Shown): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${place.turnstileUrl}`,
    `frame-src ${place.turnstileUrl}`,
    `connect-src ${place.turnstileUrl}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${siteOrigin}`,
  ].join('; ');
}

/** A value as a JSON literal that cannot close the script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
const news = (said: ChallengeNews): string => inScript(said);

export function challengePage({ place, siteOrigin, theme, nonce }: Shown): string {
  const scheme = theme === 'auto' ? 'light dark' : theme;
  const widget = inScript({
    sitekey: place.siteKey,
    action: CHALLENGE_ACTION,
    theme,
    language: 'pt-BR',
  });
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Verificação</title>
<style>:root{color-scheme:${scheme}}body{margin:0}</style>
</head>
<body>
<div id="desafio"></div>
<script nonce="${nonce}">
const say = (news) => parent.postMessage(news, ${inScript(siteOrigin)});
const failed = () => say(${news({ desafio: 'falhou' })});
function showChallenge() {
  turnstile.render('#desafio', {
    ...${widget},
    // Below 300 px the wide widget does not fit; the frame is taller then.
    size: innerWidth < 300 ? 'compact' : 'flexible',
    callback: (token) => say({ desafio: 'resolvido', token }),
    'expired-callback': () => say(${news({ desafio: 'vencido' })}),
    'error-callback': () => (failed(), true),
    'unsupported-callback': failed,
  });
}
const api = document.createElement('script');
api.src = ${inScript(`${place.turnstileUrl}/turnstile/v0/api.js?render=explicit&onload=showChallenge`)};
api.nonce = ${inScript(nonce)};
api.onerror = failed;
document.head.append(api);
</script>
</body>
</html>
`;
}
