/** Whose rows an operator or a person means. */
import { normalEmail } from '#domain/email/email.ts';
import { type Sql, sql } from '#functions/platform/db.ts';

/** SQL condition: the order matches an operator's input. */
export const isMeant = (who: string): Sql => sql`id = ${who} OR subdomain = ${who} OR subject = ${who}
    OR id IN (SELECT order_id FROM buyers WHERE email IN (${who}, ${normalEmail(who)})) OR subscription_id = ${who} OR payment_id = ${who}
    OR id IN (SELECT order_id FROM contracts_in_force WHERE subscription_id = ${who})
    OR id IN (SELECT order_id FROM plan_changes WHERE subscription_id = ${who})`;
