/** Web app manifest, for the site's icon on a home screen. */
import type { APIRoute } from 'astro';
import { manifestAnswer } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

const { name, tagline } = config.site;

export const GET: APIRoute = () =>
  manifestAnswer(
    { name, short_name: name, description: tagline, id: '/', start_url: '/', display: 'browser' },
    [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  );
