/** API calls that change the contract; each may throw an `ApiError`. */
import {
  AccountAnswer,
  accountCancelEndpoint,
  accountWithdrawEndpoint,
  type WithdrawalRequest,
} from '#domain/api-schemas/account.ts';
import { FiscalContacts, fiscalContactsEndpoint } from '#domain/api-schemas/fiscal.ts';
import { PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';

const endings = { cancel: accountCancelEndpoint, withdraw: accountWithdrawEndpoint };

/**
 * Ends the renewal or undoes a purchase; answers with the changed account. A second call changes nothing, so there is
 * no Idempotency-Key.
 */
export const postAccountEnd = (end: keyof typeof endings, body?: WithdrawalRequest) =>
  post(endings[end], AccountAnswer, { body, timeoutMs: PROCESSOR_TIMEOUT_MS });

/** `POST /api/conta/nota-fiscal`. */
export const postFiscalContacts = (body: FiscalContacts) =>
  post(fiscalContactsEndpoint, FiscalContacts, { body });
