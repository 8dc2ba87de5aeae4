/** The next step for a charge's nota fiscal, and its state as the account page shows it. */

export const noteStates = [
  'wanted',
  'dropped',
  'scheduled',
  'authorized',
  'error',
  'cancelling',
  'cancelled',
  'cancel-denied',
] as const;
export type NoteState = (typeof noteStates)[number];

/** The nota at the processor; `null` when there is none. */
type ExistingNote = { readonly state: Exclude<NoteState, 'wanted' | 'dropped'> } | null;

/**
 * `issue`: request it. `cancel`: request its cancellation. `drop`: none was issued and none is wanted. `wait`: an
 * earlier request whose answer was lost may still produce one. `none`: nothing to do.
 */
export type NoteStep = 'issue' | 'cancel' | 'drop' | 'wait' | 'none';

/**
 * @param isWanted True when the charge is paid and not refunded.
 * @param unclearUntil Until when a request whose answer was lost may still produce a nota. Milliseconds UTC.
 */
export function nextNoteStep(
  existing: ExistingNote,
  isWanted: boolean,
  unclearUntil: number,
  now: number,
): NoteStep {
  if (existing === null) {
    if (unclearUntil >= now) return 'wait';
    return isWanted ? 'issue' : 'drop';
  }
  // It was never issued, so there is nothing to cancel.
  if (existing.state === 'error') return isWanted ? 'none' : 'drop';
  const isInForce = existing.state === 'authorized' || existing.state === 'scheduled';
  return !isWanted && isInForce ? 'cancel' : 'none';
}

/** States on the account page; dropped notas are not shown. */
export const noteSituations = ['em-emissao', 'emitida', 'em-cancelamento', 'cancelada'] as const;

export function noteSituation(state: NoteState): (typeof noteSituations)[number] | null {
  switch (state) {
    case 'dropped':
      return null;
    // A failed nota is the operators' problem; the customer sees it as still being issued.
    case 'wanted':
    case 'scheduled':
    case 'error':
      return 'em-emissao';
    case 'authorized':
      return 'emitida';
    case 'cancelling':
    case 'cancel-denied':
      return 'em-cancelamento';
    case 'cancelled':
      return 'cancelada';
  }
}
