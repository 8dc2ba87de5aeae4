/** Helpers for calls of the account page and for its dates. */
import { expect } from 'vitest';
import {
  AccountResponse,
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { type Customer, today } from './plan-change-support.ts';
import { call } from './support.ts';

/** Calls `GET /api/conta`. */
export const read = ({ token }: Pick<Customer, 'token'>) => call(accountEndpoint, { token });

const post = (path: string, { token }: Pick<Customer, 'token'>) => call(path, { token, method: 'POST' });

export const cancel = (customer: Customer) => post(accountCancelEndpoint, customer);

export const undo = (customer: Customer) => post(accountWithdrawEndpoint, customer);

/** The account of a response that must be successful. */
export async function accountIn(response: Response): Promise<AccountResponse> {
  expect(response.status).toBe(200);
  return AccountResponse.parse(await response.json());
}

export const nextCharge = (): string => renewalDay(today(), 'monthly');

/** The last day that today's monthly payment covers. */
export const lastPaidDay = (): string => addDays(nextCharge(), -1);
