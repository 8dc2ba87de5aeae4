/** The API's own description, and that responses do not repeat input. */
import { expect, test } from 'vitest';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { openapiEndpoint } from '#domain/api-schemas/openapi.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { apiDefinition } from '#functions/api.ts';
import { createOpenapiDocument } from '#functions/http/openapi/document.ts';
import { call } from './support.ts';

test('the description is public and matches the code', async () => {
  const response = await call(openapiEndpoint);
  expect(response.headers.get('Content-Type')).toContain('application/json');
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createOpenapiDocument(apiDefinition))));
});

test('a request id in another format than Cloudflare’s is replaced', async () => {
  for (const ray of ['4111111111111111', 'a'.repeat(4000), 'x y', '<b>']) {
    const response = await call(healthEndpoint, { headers: { 'CF-Ray': ray } });
    await response.arrayBuffer();
    const id = response.headers.get('X-Request-Id');
    if (/^[0-9a-f]{16}$/.test(ray)) expect(id).toBe(ray);
    else expect(id).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('unknown keys are refused and not repeated', async () => {
  const response = await call(supportEndpoint, { body: { '4111111111111111': 'x', 'zq7 <b>': 1 } });
  expect(response.status).toBe(422);
  const text = await response.text();
  expect(text).not.toContain('4111111111111111');
  expect(text).not.toContain('zq7');
  expect(JSON.parse(text)).toMatchObject({ fields: { '*': 'Campo não esperado' } });
});
