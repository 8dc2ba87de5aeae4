/** `/api/conta/importar`: what came before, a batch, and a page of UptimeRobot; for the owner only. */
import {
  ImportAnswer,
  ImportCapacity,
  ImportRequest,
  ImportSource,
  importEndpoint,
  importRobotEndpoint,
  RobotPage,
  RobotRequest,
} from '#domain/api-schemas/import.ts';
import { DomainError } from '#domain/errors.ts';
import { importSources } from '#domain/import/items.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { importItems } from './import-items.ts';
import { readCapacity } from './read-capacity.ts';
import { readRobot } from './read-robot.ts';

const route = routesWith<Deps>();

const onlyOwner = ['owner-only', 'order-missing', 'tenant-unavailable'] as const;

/** @throws DomainError `validation-failed` for an unknown source. */
function sourceIn(query: string | undefined): ImportSource {
  const read = ImportSource.safeParse(query);
  if (read.success) return read.data;
  throw new DomainError('validation-failed', { fields: { origem: message('import.source-invalid') } });
}

export const importRoutes = [
  route({
    name: 'importCapacity',
    method: 'get',
    path: importEndpoint,
    query: [{ name: 'origem', required: true, values: importSources }],
    use: [account('account')],
    answers: { 200: { schema: ImportCapacity } },
    errors: ['validation-failed', ...onlyOwner],
    handle: (c, needs) => readCapacity(needs, c.var.identity.subject, sourceIn(c.req.query('origem'))),
  }),
  route({
    name: 'import',
    method: 'post',
    path: importEndpoint,
    use: [account('account'), json(ImportRequest), idempotent<ImportRequest>('required', (body) => body)],
    answers: { 200: { schema: ImportAnswer } },
    errors: [...onlyOwner],
    handle: (c, needs) => importItems(needs, c.var.identity.subject, c.var.body),
  }),
  route({
    name: 'importRobot',
    method: 'post',
    path: importRobotEndpoint,
    use: [account('account'), json(RobotRequest)],
    answers: { 200: { schema: RobotPage } },
    errors: ['owner-only', 'order-missing', 'source-unavailable'],
    handle: (c, needs) => readRobot(needs, c.var.identity.subject, c.var.body),
  }),
];
