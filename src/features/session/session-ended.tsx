/** On a form that came back from signing in: that the session had ended, and why some fields are empty. */
import { useState } from 'react';
import { message } from '#domain/messages.ts';
import { takeSessionEnded } from '#features/session/expired.ts';
import { Alert } from '#ui/alert.tsx';

/** @param notKept Names of the fields that no tab keeps; nothing where all are as they were left. */
export function SessionEnded({ notKept }: { readonly notKept: string | null }) {
  const [hasEnded] = useState(takeSessionEnded);
  if (!hasEnded) return null;
  return (
    <Alert role="status" title={message('session.ended')}>
      {notKept === null ? null : <p>{message('session.not-kept', { campos: notKept })}</p>}
    </Alert>
  );
}
