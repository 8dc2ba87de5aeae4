import { StartFailure } from '#dev/failure.ts';

/** What a person at the keyboard can mend; its message is Portuguese and complete. */
export class OpsFailure extends StartFailure {}
