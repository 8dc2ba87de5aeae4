/** Says after a new sign-in that the session had ended, and which fields are empty because of it. */
import { useState } from 'react';
import { message } from '#domain/messages.ts';
import { takeSessionEnded } from '#features/session/expired.ts';
import { Alert } from '#ui/alert.tsx';

/** @param notKept Names of the fields that are not stored; `null` when all values were restored. */
export function SessionEnded({ notKept }: { readonly notKept: string | null }) {
  const [hasEnded] = useState(takeSessionEnded);
  if (!hasEnded) return null;
  return (
    <Alert role="status" title={message('session.ended')}>
      {notKept === null ? null : <p>{message('session.not-kept', { campos: notKept })}</p>}
    </Alert>
  );
}
