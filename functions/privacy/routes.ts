/** Operator commands for a person's data requests (LGPD, art. 18). */
import { DeletedCustomer, ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import type { Deps } from '#functions/compose.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { deleteCustomer } from './delete-customer.ts';
import { exportCustomer } from './export-customer.ts';

const command = commandsWith<Deps>();

export const privacyRoutes = [
  command({
    name: 'exportar',
    summary: 'Exportar o que existe de uma pessoa',
    answer: ExportedCustomer,
    errors: ['not-found', 'payment-unavailable'],
    handle: ({ who }, needs) => exportCustomer(needs, who),
  }),
  command({
    name: 'apagar',
    summary: 'Apagar o que existe de uma pessoa',
    answer: DeletedCustomer,
    errors: [
      'not-found',
      'upgrade-open',
      'payment-unclear',
      'payment-unavailable',
      'cluster-unavailable',
      'cluster-refused',
    ],
    handle: (request, needs) => deleteCustomer(needs, request),
  }),
];
