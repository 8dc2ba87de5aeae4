/** Contact for security reports (RFC 9116). It expires, so that an abandoned site does not promise an answer. */
import type { APIRoute } from 'astro';
import { config } from '#lib/config.ts';

/** The standard requires less than a year. */
const VALID_DAYS = 350;

export const GET: APIRoute = () => {
  const expires = new Date(Date.now() + VALID_DAYS * 86_400_000);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${config.site.legal.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: pt-BR, pt, en',
    `Canonical: ${new URL('/.well-known/security.txt', config.siteUrl).href}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
