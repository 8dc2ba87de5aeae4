/** Calls of the account page, and the days that they speak of. */
import { expect } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import {
  AccountResponse,
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/contracts/account.ts';
import { call } from './support.ts';
import { type Customer, today } from './upgrade-support.ts';

/** Asks for the account. */
export const read = ({ token }: Pick<Customer, 'token'>) => call(accountEndpoint, { token });

const post = (path: string, { token }: Pick<Customer, 'token'>) => call(path, { token, method: 'POST' });

export const cancel = (customer: Customer) => post(accountCancelEndpoint, customer);

export const undo = (customer: Customer) => post(accountWithdrawEndpoint, customer);

/** The account in an answer that has to be good. */
export async function accountIn(response: Response): Promise<AccountResponse> {
  expect(response.status).toBe(200);
  return AccountResponse.parse(await response.json());
}

export const nextCharge = (): string => renewalDay(today(), 'monthly');

/** The last day of the month that was paid today. */
export const lastPaidDay = (): string => addDays(nextCharge(), -1);
