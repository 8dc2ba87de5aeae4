/** What an operator does when a person asks for the data held about them (LGPD, art. 18). */
import { Deleted, Exported } from '#functions/http/openapi/operator.ts';
import { commandsWith } from '#functions/operations/command.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { deleteCustomer, exportCustomer } from './customer-data.ts';

const command = commandsWith<NeedsOf<typeof exportCustomer> & NeedsOf<typeof deleteCustomer>>();

export const privacyRoutes = [
  command({
    name: 'exportar',
    summary: 'Exportar o que existe de uma pessoa',
    answer: Exported,
    errors: ['not-found', 'payment-unavailable'],
    handle: ({ quem }, needs) => exportCustomer(needs, quem),
  }),
  command({
    name: 'apagar',
    summary: 'Apagar o que existe de uma pessoa',
    answer: Deleted,
    errors: ['not-found', 'upgrade-open', 'payment-unclear', 'payment-unavailable', 'cluster-unavailable'],
    handle: (request, needs) => deleteCustomer(needs, request),
  }),
];
