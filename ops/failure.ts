import { StartFailure } from '#dev/failure.ts';

/** An error that the operator can fix; its message is Portuguese and complete. */
export class OpsFailure extends StartFailure {}
