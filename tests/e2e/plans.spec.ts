/** Every paid plan in both cycles: price on the page, charge at the processor, progress page. */
import { formatPrice } from '#domain/plans/catalog.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { fillCheckout, openCheckout, submit, submitButton } from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf } from '#tests/support/stand-in-levers.ts';

/** Prices in reais, written separately from the catalogue so that a mistake in either is found. */
const prices = {
  essential: { name: 'Essencial', monthly: 49, yearly: 529 },
  pro: { name: 'Pro', monthly: 99, yearly: 1069 },
  enterprise: { name: 'Empresarial', monthly: 299, yearly: 3229 },
} as const;
const cycleWords = { monthly: 'Mensal', yearly: 'Anual' } as const;
const plans = Object.entries(prices);

for (const [plan, sold] of plans) {
  for (const cycle of billingCycles) {
    test(`${plan} ${cycle}: button and processor have the same price`, async ({ page, stack, person }) => {
      const name = newSubdomain(plan);
      await openCheckout(page, person, `plan=${plan}&cycle=${cycle}`);
      await expect(page.getByRole('radio', { name: new RegExp(sold.name) })).toBeChecked();
      await fillCheckout(page, name);
      await expect(submitButton(page)).toContainText(`Pagar ${formatPrice(sold[cycle] * 100)}`);
      await submit(page);

      await expect(page).toHaveURL(/\/provisionamento\?/);
      const environment = page.getByRole('region', { name: 'Seu ambiente' });
      await expect(environment.getByText(`${name}.`)).toBeVisible();
      for (const words of [sold.name, cycleWords[cycle]])
        await expect(environment.getByText(words, { exact: true })).toBeVisible();
      const { subscriptions, payments } = await chargesOf(stack, name);
      expect(subscriptions).toMatchObject([{ value: sold[cycle], cycle: cycle.toUpperCase() }]);
      expect(payments).toMatchObject([{ value: sold[cycle] }]);
    });
  }
}
