/** Every paid plan in both cycles: price on the page, charge at the processor, progress page. */
import { formatPrice } from '#domain/plans/catalog.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { fillCheckout, openCheckout, submit, submitButton } from '#tests/support/journey.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf } from '#tests/support/stand-in-levers.ts';

const cycleWords = { monthly: 'Mensal', yearly: 'Anual' } as const;
const plans = catalog.plans.filter(({ id }) => id !== 'free');

for (const { id: plan, name: planName } of plans) {
  for (const cycle of billingCycles) {
    test(`${plan} ${cycle}: button and processor have the same price`, async ({ page, stack, person }) => {
      const name = newSubdomain(plan);
      await openCheckout(page, person, `plan=${plan}&cycle=${cycle}`);
      await expect(page.getByRole('radio', { name: new RegExp(planName) })).toBeChecked();
      await fillCheckout(page, name);
      await expect(submitButton(page)).toContainText(`Pagar ${formatPrice(centavos(plan, cycle))}`);
      await submit(page);

      await expect(page).toHaveURL(/\/provisionamento\?/);
      const environment = page.getByRole('region', { name: 'Seu ambiente' });
      await expect(environment.getByText(`${name}.`)).toBeVisible();
      for (const words of [planName, cycleWords[cycle]])
        await expect(environment.getByText(words, { exact: true })).toBeVisible();
      const { subscriptions, payments } = await chargesOf(stack, name);
      expect(subscriptions).toMatchObject([{ value: reais(plan, cycle), cycle: cycle.toUpperCase() }]);
      expect(payments).toMatchObject([{ value: reais(plan, cycle) }]);
    });
  }
}
