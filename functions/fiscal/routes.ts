/** `POST /api/conta/nota-fiscal`, and the operators' list of notas with a problem. */
import * as z from 'zod';
import { FiscalContacts, fiscalContactsEndpoint } from '#domain/api-schemas/fiscal.ts';
import { FiscalProblem } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import { findNoteByCharge, keepFiscalContacts, listNoteProblems, lookAtNoteAgain } from './store.ts';

const route = routesWith<Deps>();
const command = commandsWith<Deps>();

const PROBLEMS_MAX = 200;

export const fiscalRoutes = [
  route({
    name: 'fiscalContacts',
    method: 'post',
    path: fiscalContactsEndpoint,
    use: [account('account'), json(FiscalContacts)],
    answers: { 200: { schema: FiscalContacts } },
    errors: ['not-found', 'order-missing', 'tenant-missing'],
    handle: async (c, needs) => {
      if (needs.fiscal === null) throw new DomainError('not-found');
      const { orderId } = await requireTenant(needs, c.var.identity.subject);
      const contacts = { ...c.var.body, emails: [...new Set(c.var.body.emails)] };
      await keepFiscalContacts(needs.db, orderId, contacts, needs.clock.now());
      return contacts;
    },
  }),
  command({
    name: 'notas',
    summary: 'Notas fiscais com problema; com uma cobrança, pedir a dela de novo',
    answer: z.array(FiscalProblem),
    errors: ['not-found', 'payment-unclear', 'payment-unavailable'],
    handle: async ({ repeat: paymentId }, needs) => {
      if (paymentId !== undefined) await repeat(needs, paymentId);
      return (await listNoteProblems(needs.db, PROBLEMS_MAX)).map(
        ({ paymentId, orderId, state, number, createdAt, problem }) => ({
          paymentId,
          orderId,
          state,
          number,
          createdAt,
          problem: problem ?? '',
        }),
      );
    },
  }),
];

/**
 * Requests a nota again after its problem was fixed. If none exists at the processor yet, the scheduled job does it.
 */
async function repeat({ db, fiscalGateway, clock }: Deps, paymentId: string): Promise<void> {
  const note = await findNoteByCharge(db, paymentId);
  if (note === null)
    throw new DomainError('not-found', { sentence: 'Esta cobrança não tem nota fiscal pedida.' });
  if (note.noteId !== null && note.state === 'error') await fiscalGateway.repeatNote(note.noteId);
  if (note.noteId !== null && note.state === 'cancel-denied') await fiscalGateway.cancelNote(note.noteId);
  await lookAtNoteAgain(db, '', paymentId, clock.now());
}
