/** Allows search engines everything except the API, and links the sitemap. */
import type { APIRoute } from 'astro';
import { config } from '#lib/config.ts';

export const GET: APIRoute = () =>
  new Response(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', config.siteUrl).href}\n`,
  );
