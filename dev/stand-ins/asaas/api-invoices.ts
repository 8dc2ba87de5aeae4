/** The API's notas fiscais. */
import { Hono } from 'hono';
import { bodyOf, page } from './api-parts.ts';
import { inspectInvoice } from './inspect.ts';
import type { Invoices } from './invoices.ts';
import type { AsaasStore } from './state.ts';

export function invoiceRoutes({ state }: AsaasStore, invoices: Invoices): Hono {
  const api = new Hono();
  api.post('/v3/invoices', async (c) => c.json(invoices.open(inspectInvoice(await bodyOf(c)))));
  api.get('/v3/invoices', (c) => {
    const listed = state.invoices.map((each) => ({ ...each, deleted: false }));
    const found = page(c, listed, ['payment', 'externalReference', 'status', 'customer']);
    return c.json({ ...found, data: found.data.map(({ deleted: _, ...each }) => each) });
  });
  api.get('/v3/invoices/:id', (c) => c.json(invoices.invoiceOf(c.req.param('id'))));
  api.post('/v3/invoices/:id/authorize', (c) => c.json(invoices.authorize(c.req.param('id'))));
  api.post('/v3/invoices/:id/cancel', (c) => c.json(invoices.cancel(c.req.param('id'))));
  return api;
}
