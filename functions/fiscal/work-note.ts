/**
 * Handles the nota fiscal of one charge, from the payment to its number or its cancellation.
 *
 * Uses `POST /v3/invoices` for every paid charge instead of the subscription's own invoice settings: a single charge
 * has no subscription, a lost response can be looked up by the charge, and the nota can carry the current order number.
 * Owns: the processor calls, the mails and notices, and the time of the next check.
 */
import { businessDay, DAY_MS, startOfDay } from '#domain/billing/days.ts';
import type { DomainError } from '#domain/errors.ts';
import { type NoteState, nextNoteStep } from '#domain/fiscal/note.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import { NOTE_WORK } from '#functions/orders/note-work.ts';
import { findOrder } from '#functions/orders/store.ts';
import { createOnce, isRefusal } from '#functions/platform/create-once.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { OperatorNotice } from '#functions/platform/mail/operator-notice.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { NoteSnapshot } from '#functions/vendors/fiscal.ts';
import type { FiscalNote, NotedCharge } from './note.ts';
import {
  addMissingNotes,
  findNoteByCharge,
  type KnownNote,
  keepNote,
  markNoteUnclear,
  openNote,
  readFiscalContacts,
  readNotedCharge,
} from './store.ts';

type FiscalSetting = NonNullable<Deps['fiscal']>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How far back charges without a nota are looked for. */
const MISSED_MS = 60 * DAY_MS;
/** After this time a nota that was not issued is reported to operators. */
const LATE_MS = DAY_MS;
/**
 * An issued nota is checked weekly for this long: it may be cancelled by hand at the processor, and events may be lost.
 */
const WATCHED_MS = 15 * DAY_MS;

/** Handles the nota of a paid charge: its key is the charge. */
export const noteWork = defineWork<Deps>({
  kind: NOTE_WORK,
  title: 'Nota fiscal',
  perRun: 10,
  async run(needs, { key: paymentId, orderId }) {
    const { fiscal, db, clock } = needs;
    const charge = await readCharge(needs, paymentId);
    if (fiscal === null || charge === null || orderId === null) return undefined;
    const known = await findNoteByCharge(db, paymentId);
    const isAsked = charge.isWanted && charge.confirmedAt >= startOfDay(fiscal.since);
    if (known === null && !isAsked) return undefined;
    const row = known ?? (await openNote(db, paymentId, orderId, clock.now()));
    if (row === null) return undefined;
    const againAt = await workNote(needs, fiscal, row, charge);
    return againAt === null ? undefined : { againAt };
  },
});

/** Makes due what paid charges lack: from before notas were set up, or by a lost event. */
export const missingNotesWork = defineWork<Pick<Deps, 'fiscal' | 'db' | 'clock'>>({
  kind: 'fiscal-missing',
  title: 'Notas fiscais que faltam',
  perRun: 1,
  isAlways: true,
  async run({ fiscal, db, clock }) {
    const now = clock.now();
    if (fiscal !== null) await addMissingNotes(db, Math.max(startOfDay(fiscal.since), now - MISSED_MS), now);
    return { againAt: now + (fiscal === null ? HOUR_MS : DAY_MS) };
  },
});

/** A charge of the ledger; the charge of a debt is not in it, and is read at the processor. */
async function readCharge(
  needs: Deps,
  paymentId: string,
): Promise<(NotedCharge & { readonly confirmedAt: number }) | null> {
  const known = await readNotedCharge(needs.db, paymentId);
  if (known !== null) return known;
  const payment = await needs.processor.readPayment(paymentId);
  if (payment === null) return null;
  const { amountCentavos, dueDate: dueOn, state } = payment;
  const isWanted = state === 'confirmed' || state === 'disputed';
  return { amountCentavos, plan: null, dueOn, isWanted, confirmedAt: needs.clock.now() };
}

/** @returns When to look again; `null` when nothing can change any more. */
async function workNote(
  needs: Deps,
  setting: FiscalSetting,
  row: FiscalNote,
  charge: NotedCharge,
): Promise<number | null> {
  const found = await findNote(needs, row);
  switch (nextNoteStep(found, charge.isWanted, row.unclearUntil, needs.clock.now())) {
    case 'wait':
      return row.unclearUntil + 1;
    case 'drop':
      await keep(needs, row, charge, { state: 'dropped' });
      return null;
    case 'issue':
      return issue(needs, setting, row, charge);
    case 'cancel': {
      const noteId = found?.noteId ?? '';
      await needs.fiscalGateway.cancelNote(noteId);
      return adopt(needs, row, charge, (await needs.fiscalGateway.readNote(noteId)) ?? found);
    }
    case 'none':
      return adopt(needs, row, charge, found);
  }
}

async function findNote({ fiscalGateway }: Deps, row: FiscalNote): Promise<NoteSnapshot | null> {
  const known = row.noteId === null ? null : await fiscalGateway.readNote(row.noteId);
  return known ?? fiscalGateway.findNote(row.paymentId);
}

/** Requests the nota. A lost response is looked up by the charge; a refusal is retried, and reported when it lasts. */
async function issue(
  needs: Deps,
  setting: FiscalSetting,
  row: FiscalNote,
  charge: NotedCharge,
): Promise<number | null> {
  const { description, since: _, ...service } = setting;
  const { subdomain } = await placeOf(needs, row);
  const { purchaseOrder } = await readFiscalContacts(needs.db, row.orderId);
  const sold =
    charge.plan === null ? `Uso sem pagamento (${subdomain})` : chargeText(needs, charge.plan, subdomain);
  const note = {
    paymentId: row.paymentId,
    amountCentavos: charge.amountCentavos,
    description: `${description}: ${sold}`,
    observations: purchaseOrder === '' ? `Cobrança ${row.paymentId}` : `Pedido de compra: ${purchaseOrder}`,
  };
  let stored = row;
  const write = async (unclearUntil: number) => {
    stored = requireLease(await markNoteUnclear(needs.db, stored, unclearUntil));
  };
  const issued = await createOnce(
    needs,
    { row },
    {
      lookUp: () => findNote(needs, row),
      prepare: async () => () =>
        needs.fiscalGateway.issueNote({ ...note, day: businessDay(needs.clock.now()) }, service),
      announce: write,
      failed: async ({ error }) => {
        if (!isRefusal(error)) return;
        await write(0);
        await keep(needs, stored, charge, { state: 'wanted', problem: (error as DomainError).message });
      },
    },
  );
  return adopt(needs, stored, charge, issued);
}

/** Takes over the nota's state at the processor. */
async function adopt(
  needs: Deps,
  row: FiscalNote,
  charge: NotedCharge,
  note: NoteSnapshot | null,
): Promise<number | null> {
  if (note === null) return null;
  const { state, noteId, number, pdfUrl, problem } = note;
  const isWrong = state === 'error' || state === 'cancel-denied';
  const known = { state, noteId, number, pdfUrl, problem: isWrong ? (problem ?? state) : null };
  await keep(needs, row, charge, known);
  return nextCheckAt(row, state, needs.clock.now());
}

/** Pause before the next check: a fortieth of the nota's age, six hours at most. */
const pauseOf = ({ createdAt }: FiscalNote, now: number): number =>
  Math.min(Math.max((now - createdAt) / 40, MINUTE_MS), 360 * MINUTE_MS);

function nextCheckAt(row: FiscalNote, state: NoteState, now: number): number | null {
  if (state === 'scheduled' || state === 'cancelling') return now + pauseOf(row, now);
  // Corrections at the processor arrive by event or by the weekly check.
  const isWatched = now - row.createdAt < WATCHED_MS && state !== 'cancelled' && state !== 'dropped';
  return isWatched ? now + 7 * DAY_MS : null;
}

type Known = Pick<KnownNote, 'state'> & Partial<KnownNote>;

/** Writes the state with its consequences: customer mails, history, operator notice. */
async function keep(needs: Deps, row: FiscalNote, charge: NotedCharge, known: Known): Promise<void> {
  const now = needs.clock.now();
  const next = {
    noteId: row.noteId,
    number: row.number,
    pdfUrl: row.pdfUrl,
    problem: null,
    ...known,
  };
  const isLate =
    next.state === 'wanted' || next.state === 'scheduled' ? now - row.createdAt > LATE_MS : false;
  const problem = next.problem ?? (isLate ? 'não foi emitida em um dia' : null);
  const { orderId, paymentId } = row;
  const detail = [paymentId, next.state, next.number, problem].filter(Boolean).join(' ');
  const report =
    next.state === row.state
      ? {}
      : {
          events: [{ kind: 'fiscal-note', orderId, detail }],
          mails: await mailsAbout(needs, row, charge, next),
        };
  if (!(await keepNote(needs.db, row, { ...next, problem }, report, now))) return;
  const notice = noticeOf(next.state, isLate);
  if (notice !== null) await notify(needs, row, charge, notice, problem);
}

function noticeOf(state: NoteState, isLate: boolean): OperatorNotice | null {
  if (state === 'error') return 'fiscal-note-error';
  if (state === 'cancel-denied') return 'fiscal-cancel-denied';
  return isLate ? 'fiscal-note-late' : null;
}

async function notify(
  needs: Deps,
  row: FiscalNote,
  { amountCentavos, dueOn: dueDate }: NotedCharge,
  kind: OperatorNotice,
  problem: string | null,
): Promise<void> {
  const { orderId, paymentId: reference } = row;
  const { subdomain } = await placeOf(needs, row);
  const said = problem === null ? {} : { problem };
  await notifyOperators(needs, kind, { subdomain, orderId, reference, amountCentavos, dueDate, ...said });
}

/** The subdomain; for a removed environment, the order's. */
async function placeOf({ db }: Deps, { orderId }: FiscalNote): Promise<{ subdomain: string }> {
  const subdomain =
    (await findTenant(db, orderId))?.subdomain ?? (await findOrder(db, orderId))?.subdomain ?? '';
  return { subdomain };
}

/** Mails to the account's address and its further addresses. An erased person got the last mail before. */
async function mailsAbout(
  needs: Deps,
  row: FiscalNote,
  { amountCentavos }: NotedCharge,
  { state, noteId, number, pdfUrl }: Pick<FiscalNote, 'state' | 'noteId' | 'number' | 'pdfUrl'>,
): Promise<OutgoingMail[]> {
  if (state !== 'authorized' && state !== 'cancelled') return [];
  const { subdomain } = await placeOf(needs, row);
  const recipient = await addresseeOf(needs, { orderId: row.orderId, subdomain });
  const { emails, purchaseOrder } = await readFiscalContacts(needs.db, row.orderId);
  const about = { subdominio: subdomain, amountCentavos, number, url: pdfUrl, pedido: purchaseOrder };
  const template = state === 'authorized' ? 'fiscal-note' : 'fiscal-note-cancelled';
  const further = emails.filter((email) => email !== recipient.to?.toLowerCase());
  return [
    mailOf(`${template}-${noteId}`, template, { ...about, ...recipient, isFurther: false }),
    ...further.map((to) =>
      mailOf(`${template}-${noteId}-${to}`, template, { ...about, to, name: null, isFurther: true }),
    ),
  ];
}
