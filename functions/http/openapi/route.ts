/** `GET /api/openapi.json`: the description of the API for programs, made once per isolate. */
import { Hono } from 'hono';
import { apiRoutes } from '#domain/contracts/routes.ts';
import type { AppEnv } from '#functions/http/context.ts';
import { createOpenapiDocument } from './document.ts';

let text: string | undefined;

export function openapiRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().get(apiRoutes.openapi, (c) => {
    text ??= JSON.stringify(createOpenapiDocument());
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });
}
