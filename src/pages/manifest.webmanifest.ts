/** Web app manifest, for the site's icon on a home screen. */
import type { APIRoute } from 'astro';
import { frameColors } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = () => {
  const { name, tagline } = config.site;
  const manifest = {
    name,
    short_name: name,
    description: tagline,
    id: '/',
    lang: 'pt-BR',
    start_url: '/',
    display: 'browser',
    background_color: frameColors.light,
    theme_color: frameColors.ink,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
