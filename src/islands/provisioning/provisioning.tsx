/**
 * Progress of a new environment (requirements 000 §2, §4).
 *
 * Without JavaScript the page says that it needs it; the welcome mail arrives either way.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Protected } from '#features/session/protected.tsx';
import { createQueries } from '#lib/queries.ts';
import { ProgressBoard } from './progress-board.tsx';

export function Provisioning() {
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <Protected>{(session) => <ProgressBoard session={session} />}</Protected>
    </QueryClientProvider>
  );
}
