/** The icon browsers prefer. */
import type { APIRoute } from 'astro';
import { markSvg } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = () =>
  new Response(markSvg(config.site.name), { headers: { 'Content-Type': 'image/svg+xml' } });
