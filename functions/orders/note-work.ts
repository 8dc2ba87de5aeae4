/** The kind of work that handles the nota fiscal of a charge (fiscal/work-note.ts): its key is the charge. */
export const NOTE_WORK = 'fiscal-note';
