/**
 * The page of an address behind which nothing runs: a sleeper, a suspended environment, or none.
 *
 * The way in of the cluster passes on here what comes for such a host (deploy/sign-in-chart), so nothing of the site is at
 * hand: no file, no script, no relative link. What is no browser gets the sentence alone.
 */
import { UNWATCHED_DAYS, wakeWords } from '#domain/tenants/sleep.ts';
import type { TenantState } from '#domain/tenants/states.ts';

/** `none`: there is no environment of this name. `moving`: it is on its way to another cluster. */
export type Away = TenantState | 'moving' | 'none';

interface Words {
  readonly status: 404 | 503;
  readonly title: string;
  readonly text: string;
  /** The link's words; without it there is none. */
  readonly link?: string;
  /** Seconds until it is worth another try; the page then loads again by itself where a person may be waiting. */
  readonly retryAfter?: number;
}

const DAY_SECONDS = 86_400;

const words: Readonly<Record<Away, Words>> = {
  asleep: {
    status: 503,
    title: 'Este painel está dormindo',
    text: `Nada era vigiado aqui havia ${UNWATCHED_DAYS} dias, e por isso ele parou. Nada foi apagado. Se ele é seu, entre na sua conta e clique em “Acordar”: em cerca de ${wakeWords()} ele volta como estava.`,
    link: 'Abrir minha conta',
    retryAfter: DAY_SECONDS,
  },
  suspended: {
    status: 503,
    title: 'Este painel está parado',
    text: 'Os dados dele estão guardados. Se ele é seu, veja na sua conta como voltar.',
    link: 'Abrir minha conta',
    retryAfter: DAY_SECONDS,
  },
  moving: {
    status: 503,
    title: 'Este painel volta em alguns minutos',
    text: 'Ele está mudando de servidor, com tudo o que é seu.',
    retryAfter: 60,
  },
  active: {
    status: 503,
    title: 'Este painel está acordando',
    text: 'Em instantes ele responde aqui. Esta página tenta de novo sozinha.',
    retryAfter: 10,
  },
  ended: noEnvironment(),
  none: noEnvironment(),
};

function noEnvironment(): Words {
  return {
    status: 404,
    title: 'Não há nada neste endereço',
    text: 'Confira se ele está escrito como deve. Se você procura o seu painel, o endereço está na sua conta.',
    link: 'Abrir minha conta',
  };
}

/** As the pages of the sign-in (deploy/sign-in-chart/files), which this one stands beside. */
const style = `:root{color-scheme:light dark}
body{max-width:34rem;margin:12vh auto 0;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif;color:light-dark(#101c16,#e6efe9);background:light-dark(#f6f3ea,#0d1712)}
h1{font-size:1.625rem;line-height:1.25;overflow-wrap:anywhere}
a{display:inline-block;min-height:2.75rem;line-height:2.75rem;padding:0 1.25rem;border-radius:.625rem;font-weight:600;text-decoration:none;color:light-dark(#fff,#0d1712);background:light-dark(#0e7a41,#4fd68b)}
a:focus-visible{outline:3px solid light-dark(#101c16,#e6efe9);outline-offset:3px}`;

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The response for an address. @param acceptsPage Whether the caller reads HTML. */
export function awayAnswer(
  away: Away,
  { siteUrl, acceptsPage }: { readonly siteUrl: string; readonly acceptsPage: boolean },
): Response {
  const { status, title, text, link, retryAfter } = words[away];
  const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
  if (!acceptsPage) return new Response(`${title}. ${text}\n`, { status, headers });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  const again = away === 'active' ? `<meta http-equiv="refresh" content="${retryAfter}">\n` : '';
  const action = link === undefined ? '' : `<p><a href="${siteUrl}/conta">${link}</a></p>\n`;
  const page = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${again}<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${action}</main>
</body>
</html>
`;
  return new Response(page, { status, headers });
}
