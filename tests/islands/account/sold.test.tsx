/** What a plan sells, on the page of the plan: where each sentence is seen, and what the next larger plan adds. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { planIds } from '#domain/plans/ids.ts';
import { catalog } from '#tests/support/catalog.ts';
import { active, openPlan, setUp } from './account-page.tsx';

beforeEach(setUp);

const { renewal: _, card: __, ...unpaid } = active;
const free: AccountResponse = { ...unpaid, plan: 'free', state: 'free', invoices: [] };

const region = async (name: string) => within(await screen.findByRole('region', { name }));

test.each(planIds)('every sentence of %s has its words and the way to where it is seen', async (plan) => {
  await openPlan(plan === 'free' ? free : { ...active, plan });
  const part = await region('O que está incluído');
  const sold = catalog.sold(plan);
  expect(part.getAllByRole('listitem')).toHaveLength(sold.length);
  for (const [index, { text, means, seenAt }] of sold.entries()) {
    const item = part.getAllByRole('listitem')[index];
    expect(item?.textContent).toContain(text);
    expect(item?.textContent).toContain(means ?? '');
    const links = item === undefined ? [] : within(item).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      Object.entries(seenAt),
    );
  }
});

test.each([
  ['free', 'Essencial', ['5 → 30', '1 → 2', '10 min → 5 min']],
  ['essential', 'Pro', ['30 → 75', '2 → 5', '5 min → 3 min']],
  ['pro', 'Empresarial', ['75 → 150', '5 → 10', '3 min → 1 min']],
] as const)('a customer of %s reads what %s adds, with the button to get it', async (plan, name, limits) => {
  await openPlan(plan === 'free' ? free : { ...active, plan });
  const part = await region(`O que o ${name} acrescenta`);
  for (const each of limits) expect(part.getByText(each)).toBeTruthy();
  const larger = catalog.next(plan);
  for (const { text } of catalog.sold(larger?.id ?? 'free')) expect(part.getByText(text)).toBeTruthy();
  const button = part.getByRole('link', { name: new RegExp(`^Passar para o ${name}`) });
  expect(button.getAttribute('href')).toBe(`/upgrade?tenant=acme&plan=${larger?.id}&cycle=monthly`);
});

test('nothing is added to the largest plan', async () => {
  await openPlan({ ...active, plan: 'enterprise' });
  await region('O que está incluído');
  expect(screen.queryByRole('region', { name: /acrescenta$/ })).toBeNull();
});

test('with a charge overdue the next plan is named, and not sold', async () => {
  await openPlan({ ...active, plan: 'essential', state: 'overdue' });
  const part = await region('O que o Pro acrescenta');
  expect(part.queryByRole('link')).toBeNull();
});
