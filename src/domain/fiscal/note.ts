/** What is done next about the nota fiscal of a charge, and how an account shows it. */

export type NoteState =
  | 'wanted'
  | 'dropped'
  | 'scheduled'
  | 'authorized'
  | 'error'
  | 'cancelling'
  | 'cancelled'
  | 'cancel-denied';

/** What the processor has; `null` for none. */
type Held = { readonly state: Exclude<NoteState, 'wanted' | 'dropped'> } | null;

/**
 * `issue`: ask for it. `cancel`: ask for its cancellation. `drop`: none was issued, and none is wanted. `wait`: a lost answer
 * may still bring one. `none`: as it is.
 */
export type NoteStep = 'issue' | 'cancel' | 'drop' | 'wait' | 'none';

/**
 * @param isWanted The charge is paid, and its money was not given back.
 * @param unclearUntil After a lost answer: until then one may still arise. Milliseconds UTC.
 */
export function nextNoteStep(held: Held, isWanted: boolean, unclearUntil: number, now: number): NoteStep {
  if (held === null) {
    if (unclearUntil >= now) return 'wait';
    return isWanted ? 'issue' : 'drop';
  }
  // Never issued, so there is nothing to cancel.
  if (held.state === 'error') return isWanted ? 'none' : 'drop';
  const isInForce = held.state === 'authorized' || held.state === 'scheduled';
  return !isWanted && isInForce ? 'cancel' : 'none';
}

/** How an account names each state; what was dropped is not shown. */
export const noteSituations = ['em-emissao', 'emitida', 'em-cancelamento', 'cancelada'] as const;

export function noteSituation(state: NoteState): (typeof noteSituations)[number] | null {
  switch (state) {
    case 'dropped':
      return null;
    // What is wrong with it is the operators' matter: to the customer it is still on its way.
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
