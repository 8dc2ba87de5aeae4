/** `GET /api/openapi.json`: the OpenAPI document, built once per isolate. */
import * as z from 'zod';
import { openapiEndpoint } from '#domain/api-schemas/openapi.ts';
import { type Route, routesWith } from '#functions/http/route.ts';
import { createOpenapiDocument } from './document.ts';

/** The route that returns the description of these routes and of itself. */
export function openapiRoute(routes: readonly Route<never>[]) {
  let text: string | undefined;
  const own = routesWith<unknown>()({
    name: 'openapi',
    method: 'get',
    path: openapiEndpoint,
    chapter: 'Serviço',
    summary: 'Este documento',
    use: [],
    answers: { 200: { description: 'OpenAPI 3.1.', schema: z.looseObject({ openapi: z.literal('3.1.1') }) } },
    handle: (c): Response => {
      text ??= JSON.stringify(createOpenapiDocument([...routes, own]));
      return c.body(text, 200, { 'Content-Type': 'application/json' });
    },
  });
  return own;
}
