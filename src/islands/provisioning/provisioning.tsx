/**
 * Progress of a new environment (requirements 000 §2, §4).
 *
 * Without JavaScript the page says that it needs it; the welcome mail arrives either way.
 */
import { Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';
import { ProgressBoard } from './progress-board.tsx';

export function Provisioning() {
  return (
    <Queries>
      <Protected>{(session) => <ProgressBoard session={session} />}</Protected>
    </Queries>
  );
}
