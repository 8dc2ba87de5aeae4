/** `/api/disponibilidade`, for everyone, and the operator's command about incidents. */
import * as z from 'zod';
import {
  AvailabilityAnswer,
  alertTargetEndpoint,
  availabilityEndpoint,
  Incident,
  incidentsFeedEndpoint,
  minutesEndpoint,
} from '#domain/api-schemas/availability.ts';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { ReportMonth } from '#domain/api-schemas/reports.ts';
import { isTargetFailing } from '#domain/availability/alert-time.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { byNetwork } from '#functions/http/callers.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { incidentsFeed } from './feed.ts';
import { readAvailability, readMinutes } from './read-availability.ts';
import { listIncidents } from './store.ts';
import { tellIncident } from './tell-incident.ts';

const route = routesWith<Deps>();
const command = commandsWith<Deps>();

/** Less than a minute, so that a fall is on the page within two. */
const cached = { 'Cache-Control': 'public, max-age=30' };
const headers = { 'Cache-Control': 'É igual para todos, e vale por meio minuto.' };

export const availabilityRoutes = [
  route({
    name: 'availability',
    method: 'get',
    path: availabilityEndpoint,
    use: [byNetwork('status')],
    answers: { 200: { schema: AvailabilityAnswer, headers } },
    handle: async (c, needs) => c.json(await readAvailability(needs), 200, cached),
  }),
  route({
    name: 'availabilityMinutes',
    method: 'get',
    path: minutesEndpoint,
    query: [{ name: 'mes', required: true }],
    use: [byNetwork('feedback')],
    answers: { 200: { headers } },
    errors: ['validation-failed', 'not-found'],
    async handle(c, needs) {
      const month = ReportMonth.safeParse(c.req.query('mes'));
      if (!month.success)
        throw new DomainError('validation-failed', {
          fields: { mes: fieldSentences(month.error)[''] ?? '' },
        });
      return c.body(await readMinutes(needs, month.data), 200, {
        ...cached,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="disponibilidade-${month.data}.csv"`,
      });
    },
  }),
  route({
    name: 'alertTarget',
    method: 'get',
    path: alertTargetEndpoint,
    use: [byNetwork('status')],
    answers: {
      200: { description: 'Responde. Por três minutos de cada hora, de propósito, não é encontrado.' },
    },
    errors: ['not-found'],
    handle(c, { clock }) {
      if (isTargetFailing(clock.now())) throw new DomainError('not-found');
      return c.text('ok', 200, { 'Cache-Control': 'no-store' });
    },
  }),
  route({
    name: 'incidentsFeed',
    method: 'get',
    path: incidentsFeedEndpoint,
    use: [byNetwork('status')],
    answers: { 200: { headers } },
    async handle(c, { db, productName, siteUrl }) {
      const feed = incidentsFeed(await listIncidents(db), {
        productName,
        siteUrl,
        url: c.req.url,
      });
      return c.body(feed, 200, { ...cached, 'Content-Type': 'application/atom+xml; charset=utf-8' });
    },
  }),
  command({
    name: 'incidente',
    summary: 'Contar um incidente em /disponibilidade: abrir, acrescentar, encerrar',
    answer: z.array(Incident),
    errors: ['not-found'],
    handle: (request, needs) => tellIncident(needs, request),
  }),
];
