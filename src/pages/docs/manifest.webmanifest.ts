/** Web app manifest of the documentation, which can be installed and works offline. */
import type { APIRoute } from 'astro';
import { manifestAnswer } from '#brand/icons.ts';
import { config } from '#lib/config.ts';

const { name } = config.site;

export const GET: APIRoute = () =>
  manifestAnswer({
    name: `Documentação do ${name}`,
    short_name: `${name} Docs`,
    description: `A documentação do ${name}, também sem conexão.`,
    id: '/docs',
    start_url: '/docs',
    scope: '/docs',
    display: 'standalone',
  });
