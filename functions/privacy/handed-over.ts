/** Which rows belong to which account after a hand-over. */
import { AMONG, AMONG_FIRST } from '#functions/platform/db.ts';

/** Contracts of an account: of its orders, unless a former owner made them, and those it made before a hand-over. */
export const OWN_CONTRACTS = `SELECT id FROM contracts WHERE (order_id IN ${AMONG} AND former_subject IS NULL)
  OR former_subject IN ${AMONG}`;
/** Rows of an order since its hand-over to an account, and rows about contracts that the account made before one. */
export const sinceHandover = (
  table: string,
) => `(order_id IN ${AMONG} AND created_at > COALESCE((SELECT MAX(h.settled_at) FROM handovers h
    WHERE h.order_id = ${table}.order_id AND h.state = 'done' AND h.to_subject IN ${AMONG}), 0))
  OR subscription_id IN (SELECT subscription_id FROM contracts WHERE former_subject IN ${AMONG})`;

/** Columns of a hand-over; each side gets only its own half. */
export const HANDOVER_COLUMNS = `id, order_id, state, created_at, expires_at, settled_at,
  IIF(from_subject IN ${AMONG_FIRST}, 'dono', 'recebe') AS lado,
  IIF(from_subject IN ${AMONG_FIRST}, from_terms, NULL) AS from_terms,
  IIF(from_subject IN ${AMONG_FIRST}, from_contacts, NULL) AS from_contacts,
  IIF(to_subject IN ${AMONG_FIRST}, to_email, NULL) AS to_email,
  IIF(to_subject IN ${AMONG_FIRST}, terms_address, NULL) AS terms_address`;
