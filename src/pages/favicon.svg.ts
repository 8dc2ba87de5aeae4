/** The icon browsers prefer. */
import type { APIRoute } from 'astro';
import { config } from '#lib/config.ts';
import { markSvg } from '../build/brand-icons.ts';

export const GET: APIRoute = () =>
  new Response(markSvg(config.site.name), { headers: { 'Content-Type': 'image/svg+xml' } });
