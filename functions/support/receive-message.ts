/** Accepts a message for the support team. Once this returns, the message is stored and will be mailed. */
import type { SupportRequest } from '#domain/api-schemas/support.ts';
import { DomainError } from '#domain/errors.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { FREE_ANSWER, promisedAnswer } from '#domain/support/answer-days.ts';
import { answerDeadline } from '#domain/support/deadline.ts';
import { hideNumbers } from '#domain/support/hide-numbers.ts';
import { messageNumber } from '#domain/support/words.ts';
import type { Deps } from '#functions/compose.ts';
import { isDeletedAccount } from '#functions/platform/deleted-accounts.ts';
import { type Party, requireParty } from '#functions/tenants/require-party.ts';
import { keepSupportMessage, type SupportSender } from './store.ts';

type Needs = Pick<
  Deps,
  'db' | 'clock' | 'logger' | 'catalog' | 'partyHash' | 'supportCalendar' | 'supportLinks'
>;

/** The message without CPF, CNPJ and card numbers: these are never stored, hashed or mailed. */
export const withoutNumbers = (message: SupportRequest): SupportRequest => ({
  ...message,
  nome: hideNumbers(message.nome),
  assunto: hideNumbers(message.assunto),
  mensagem: hideNumbers(message.mensagem),
});

/**
 * Stores the message and queues its mails. A filled trap field means a bot: it gets the same response and nothing is
 * stored.
 * @param id The message's number; the same number is the same message.
 * @param account Of the sender; `null` without a session, and then there is no deadline.
 */
export async function receiveSupportMessage(
  needs: Needs,
  { site, nome: name, email, assunto: subject, mensagem: text }: SupportRequest,
  id: string,
  account: string | null,
): Promise<{ readonly number: string; readonly dueAt: number | null }> {
  const { db, clock, logger, supportLinks } = needs;
  const now = clock.now();
  const sender = account === null ? null : await senderOf(needs, account, now);
  const number = messageNumber(id);
  if (site !== undefined && site !== '') {
    logger.info('support-trap');
    return { number, dueAt: sender?.dueAt ?? null };
  }
  const token = await supportLinks.tokenOf(id);
  const dueAt = await keepSupportMessage(db, { id, name, email, subject, text, token, sender }, now);
  return { number, dueAt };
}

/** Grace and trust count as the plan; an environment that does not run has none, and the law's days are left. */
async function senderOf(needs: Needs, account: string, now: number): Promise<SupportSender | null> {
  if (await isDeletedAccount(needs, account)) return null;
  const { catalog, supportCalendar } = needs;
  const party = await findParty(needs, account);
  const plan = planOf(party);
  const answer = plan === null ? FREE_ANSWER : promisedAnswer(catalog.plan(plan).highlights);
  return {
    account,
    environment:
      party === null
        ? null
        : {
            orderId: party.tenant.orderId,
            subdomain: party.tenant.subdomain,
            actor: party.membership?.id ?? 'owner',
          },
    plan,
    dueAt: answerDeadline(now, answer, supportCalendar),
  };
}

/** The plan whose deadline the messages have; `null` without an environment that runs. */
export const planOf = (party: Party | null): PlanId | null =>
  party?.tenant.state === 'active' ? party.tenant.plan : null;

/** `null` for an account that may enter no environment. */
export async function findParty(needs: Pick<Needs, 'db' | 'clock'>, account: string): Promise<Party | null> {
  try {
    return await requireParty(needs, account);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
