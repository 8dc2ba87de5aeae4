/** The help window's menu, completed and validated at build time; fetched on demand. */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { resolveChat } from '#chat/resolve-chat.ts';
import { sitePaths } from '#chat/site-paths.ts';
import { catalog } from '#lib/catalog.ts';
import { config } from '#lib/config.ts';
import { chatStateIds } from '../schemas/chat.ts';

export const GET: APIRoute = async () => {
  const states = new Map((await getCollection('chat')).map(({ id, data }) => [id, data]));
  return Response.json(resolveChat({ states, stateIds: chatStateIds, catalog, config, paths: sitePaths() }));
};
