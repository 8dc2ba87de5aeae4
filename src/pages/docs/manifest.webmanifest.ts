/** Web app manifest of the documentation, which can be installed and works offline. */
import type { APIRoute } from 'astro';
import { frameColors } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = () => {
  const { name } = config.site;
  const manifest = {
    name: `Documentação do ${name}`,
    short_name: `${name} Docs`,
    description: `A documentação do ${name}, também sem conexão.`,
    id: '/docs',
    lang: 'pt-BR',
    start_url: '/docs',
    scope: '/docs',
    display: 'standalone',
    background_color: frameColors.light,
    theme_color: frameColors.ink,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
