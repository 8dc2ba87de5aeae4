/** Says after a new sign-in or a reload that the session had ended, and which fields are empty because of it. */
import { useEffect, useRef, useState } from 'react';
import { message } from '#domain/messages/shared.ts';
import { Alert } from '#ui/alert.tsx';
import { takeSessionEnded } from './session-ended.ts';

const titles = { 'sign-in': message('session.ended'), reload: message('session.reloaded') } as const;

interface SessionEndedProps {
  /** Names of the fields that are not stored; `null` when all values were restored. */
  readonly notKept: string | null;
  /** What is sent now has an outcome of its own. */
  readonly isSending: boolean;
}

/** Takes focus, because after a reload the browser returns to where the page was scrolled to. */
export function SessionEnded({ notKept, isSending }: SessionEndedProps) {
  const [end, setEnd] = useState(takeSessionEnded);
  if (isSending && end !== null) setEnd(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  if (end === null) return null;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Alert role="status" title={titles[end]}>
        {notKept === null ? null : <p>{message('session.not-kept', { campos: notKept })}</p>}
      </Alert>
    </div>
  );
}
