/** For clients that request this address without reading the page, such as feed readers and old browsers. */
import type { APIRoute } from 'astro';
import { iconIco } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await iconIco(config.site.name)), {
    headers: { 'Content-Type': 'image/x-icon' },
  });
