/**
 * The customer's account: plan, payments, and how to end them (product decisions, "Billing terms are kept").
 *
 * Without JavaScript the page says that it needs it and shows the support contacts.
 */
import { Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';
import { AccountBoard } from './account-board.tsx';

interface AccountProps {
  /** How long the data of an ended environment is kept, in words (content/legal/retention.json). */
  readonly environmentKept: string;
}

export function Account({ environmentKept }: AccountProps) {
  return (
    <Queries>
      <Protected>
        {(session) => <AccountBoard session={session} environmentKept={environmentKept} />}
      </Protected>
    </Queries>
  );
}
