/** Reads the account, for its page and for the page of the card. */
import { AccountAnswer, accountEndpoint } from '#domain/api-schemas/account.ts';
import { ask } from '#lib/api.ts';

/** `GET /api/conta`. @throws ApiError */
export const getAccount = (signal?: AbortSignal) => ask(accountEndpoint, AccountAnswer, { signal });
