/**
 * Handles the nota fiscal of one charge, from the payment to its number or its cancellation.
 *
 * Uses `POST /v3/invoices` for every paid charge instead of the subscription's own invoice settings: a single charge
 * has no subscription, a lost response can be looked up by the charge, and the nota can carry the current order number.
 * Owns: the processor calls, the mails and notices, and the time of the next check.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { type NoteState, nextNoteStep } from '#domain/fiscal/note.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import { createOnce, isRefusal } from '#functions/platform/create-once.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { OperatorNotice } from '#functions/platform/mail/operator-notice.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { FiscalService, NoteSnapshot } from '#functions/vendors/fiscal.ts';
import type { FiscalNote, NotedCharge } from './note.ts';

/** The operator's setting. */
export interface FiscalSetting extends FiscalService {
  /** First day whose confirmed charges get a nota. */
  readonly since: string;
  readonly description: string;
}

type Needs = NeedsOf<typeof recipientOf> &
  NeedsOf<typeof chargeText> &
  NeedsOf<typeof notifyOperators> &
  Pick<Deps, 'fiscalNotes' | 'fiscalGateway' | 'tenants' | 'clock'>;

const MINUTE_MS = 60_000;
/** After this time a nota that was not issued is reported to operators. */
const LATE_MS = DAY_MS;
/**
 * An issued nota is checked weekly for this long: it may be cancelled by hand at the processor, and events may be lost.
 */
const WATCHED_MS = 15 * DAY_MS;

/** Handles one due nota that the caller has claimed. */
export async function workNote(needs: Needs, setting: FiscalSetting, row: FiscalNote): Promise<void> {
  const charge = await needs.fiscalNotes.readCharge(row.paymentId);
  if (charge === null) return;
  const found = await findNote(needs, row);
  const now = needs.clock.now();
  switch (nextNoteStep(found, charge.isWanted === 1, row.unclearUntil, now)) {
    case 'wait':
      return keep(needs, row, charge, { state: 'wanted', dueAt: row.unclearUntil + 1 });
    case 'drop':
      return keep(needs, row, charge, { state: 'dropped', dueAt: null });
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

async function findNote({ fiscalGateway }: Needs, row: FiscalNote): Promise<NoteSnapshot | null> {
  const known = row.noteId === null ? null : await fiscalGateway.readNote(row.noteId);
  return known ?? fiscalGateway.findNote(row.paymentId);
}

/** Requests the nota. A lost response is looked up by the charge; a refusal is retried, and reported when it lasts. */
async function issue(
  needs: Needs,
  setting: FiscalSetting,
  row: FiscalNote,
  charge: NotedCharge,
): Promise<void> {
  const { description, since: _, ...service } = setting;
  const { subdomain } = await placeOf(needs, row);
  const { pedido } = await needs.fiscalNotes.readContacts(row.orderId);
  const sold = chargeText(needs, charge.plan as PlanId, subdomain);
  const note = {
    paymentId: row.paymentId,
    amountCentavos: charge.amountCentavos,
    description: `${description}: ${sold}`,
    observations: pedido === '' ? `Cobrança ${row.paymentId}` : `Pedido de compra: ${pedido}`,
  };
  const leased = { row };
  try {
    const issued = await createOnce(needs, leased, {
      lookUp: () => findNote(needs, row),
      prepare: async () => () =>
        needs.fiscalGateway.issueNote({ ...note, day: businessDay(needs.clock.now()) }, service),
      announce: async (unclearUntil) => {
        leased.row = requireLease(await needs.fiscalNotes.markUnclear(row, unclearUntil));
      },
      failed: ({ error }) => keepUnissued(needs, leased.row, charge, error),
    });
    await adopt(needs, leased.row, charge, issued);
  } catch (error) {
    // Stored with the next check; another worker may have the row now.
    if (!(error instanceof DomainError)) throw error;
  }
}

/** After a failure: a lost response is looked up when the call can no longer take effect, a refusal is retried. */
async function keepUnissued(
  needs: Needs,
  row: FiscalNote,
  charge: NotedCharge,
  error: unknown,
): Promise<void> {
  const now = needs.clock.now();
  if (isRefusal(error)) {
    await needs.fiscalNotes.markUnclear(row, 0);
    const { message: problem } = error as DomainError;
    return keep(needs, row, charge, { state: 'wanted', problem, dueAt: now + pauseOf(row, now) });
  }
  if (error instanceof DomainError)
    await keep(needs, row, charge, { state: 'wanted', dueAt: row.unclearUntil + 1 });
}

/** Takes over the nota's state at the processor. */
async function adopt(
  needs: Needs,
  row: FiscalNote,
  charge: NotedCharge,
  note: NoteSnapshot | null,
): Promise<void> {
  if (note === null) return;
  const { state, noteId, number, pdfUrl, problem } = note;
  const isWrong = state === 'error' || state === 'cancel-denied';
  await keep(needs, row, charge, {
    state,
    noteId,
    number,
    pdfUrl,
    problem: isWrong ? (problem ?? state) : null,
    dueAt: nextCheckAt(row, state, needs.clock.now()),
  });
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

type Known = Pick<FiscalNote, 'state' | 'dueAt'> &
  Partial<Pick<FiscalNote, 'noteId' | 'number' | 'pdfUrl' | 'problem'>>;

/** Writes the state with its consequences: customer mails, history, operator notice. */
async function keep(needs: Needs, row: FiscalNote, charge: NotedCharge, known: Known): Promise<void> {
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
  if (!(await needs.fiscalNotes.keep(row, { ...next, problem }, report, now))) return;
  const notice = noticeOf(next.state, isLate);
  if (notice !== null) await notify(needs, row, charge, notice, problem);
}

function noticeOf(state: NoteState, isLate: boolean): OperatorNotice | null {
  if (state === 'error') return 'fiscal-note-error';
  if (state === 'cancel-denied') return 'fiscal-cancel-denied';
  return isLate ? 'fiscal-note-late' : null;
}

async function notify(
  needs: Needs,
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
async function placeOf({ tenants, orders }: Needs, { orderId }: FiscalNote): Promise<{ subdomain: string }> {
  const subdomain =
    (await tenants.findByOrder(orderId))?.subdomain ?? (await orders.findById(orderId))?.subdomain ?? '';
  return { subdomain };
}

/** Mails to the account's address and its further addresses. An erased person got the last mail before. */
async function mailsAbout(
  needs: Needs,
  row: FiscalNote,
  { amountCentavos }: NotedCharge,
  { state, noteId, number, pdfUrl }: Pick<FiscalNote, 'state' | 'noteId' | 'number' | 'pdfUrl'>,
): Promise<OutgoingMail[]> {
  if (state !== 'authorized' && state !== 'cancelled') return [];
  const { subdomain } = await placeOf(needs, row);
  const recipient = await recipientOf(needs, { orderId: row.orderId, subdomain });
  const { emails, pedido } = await needs.fiscalNotes.readContacts(row.orderId);
  const about = { subdominio: subdomain, amountCentavos, number, url: pdfUrl, pedido };
  const template = state === 'authorized' ? 'fiscal-note' : 'fiscal-note-cancelled';
  const further = emails.filter((email) => email !== recipient.to?.toLowerCase());
  return [
    mailOf(`${template}-${noteId}`, template, { ...about, ...recipient, isFurther: false }),
    ...further.map((to) =>
      mailOf(`${template}-${noteId}-${to}`, template, { ...about, to, name: null, isFurther: true }),
    ),
  ];
}
