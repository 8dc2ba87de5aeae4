/** Icons for home screens, installed sites and search results. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { iconPng } from '#brand/icons.ts';
import type { IconShape } from '#brand/mark-svg.ts';
import { config } from '#lib/config.ts';

interface IconProps {
  readonly size: number;
  readonly shape: IconShape;
}

const icons: Readonly<Record<string, IconProps>> = {
  'apple-touch-icon': { size: 180, shape: 'bleed' },
  'icon-192': { size: 192, shape: 'rounded' },
  'icon-512': { size: 512, shape: 'rounded' },
  'icon-maskable-512': { size: 512, shape: 'maskable' },
};

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props: { ...props } }));

export const GET: APIRoute<IconProps> = async ({ props: { size, shape } }) =>
  new Response(new Uint8Array(await iconPng(config.site.name, size, shape)), {
    headers: { 'Content-Type': 'image/png' },
  });
