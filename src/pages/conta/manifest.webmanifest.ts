/** Web app manifest of the account: on a home screen it opens what is so now, in a window of its own. */
import type { APIRoute } from 'astro';
import { manifestAnswer } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

const { name } = config.site;

export const GET: APIRoute = () =>
  manifestAnswer({
    name: `${name}: minha conta`,
    short_name: name,
    description: 'Como estão os seus monitores agora.',
    id: '/conta',
    start_url: '/conta',
    scope: '/conta',
    display: 'standalone',
  });
