/**
 * Every kind of operation at the processor, interrupted at every step: the next caller (the same person, the
 * processor's event, the scheduled job), exactly one charge is made, and our row knows it.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { calmBilling } from './billing-support.ts';
import { type Case, type Kind, kinds } from './charge-once-kinds.ts';
import { clearOrders } from './order-support.ts';
import { closeChanges } from './plan-change-waiting.ts';
import { depsAt, depsWith, sql } from './support.ts';

/** After this time a call to the processor can no longer take effect, and its lease has expired. */
const CALL_OVER_MS = 140_000;
/** After this time a lease from before the call has expired. */
const PREPARED_OVER_MS = 31_000;

beforeEach(async () => {
  await calmBilling();
  await closeChanges();
  await clearOrders();
  // All requests come from one network, which has a share.
  await sql('DELETE FROM processor_calls');
});

type Method = (...given: unknown[]) => Promise<unknown>;

/** Replaces one call; `real` makes it. */
function replaced([port, method]: Kind['call'], by: (real: Method) => Method, aheadMs = 0): Deps {
  const real = (depsAt(aheadMs)[port] as unknown as Record<string, Method>)[method];
  if (real === undefined) throw new Error(`There is no ${method}.`);
  return depsWith({ [port]: { [method]: by(real) } }, aheadMs);
}

const unclear = () => new DomainError('payment-unclear');
const never = () => new Promise<never>(() => undefined);

/** Makes a call and loses its answer. */
const losing = (call: Kind['call']): Deps =>
  replaced(call, (real) => async (...given) => {
    await real(...given);
    throw unclear();
  });

/** A request, whatever its answer. */
const attempt = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => error).then((answer) => answer ?? {});

async function expectOne({ made, isKnown }: Case): Promise<void> {
  await expect.poll(isKnown).toBe(true);
  expect(await made()).toBe(1);
}

describe.each(kinds)('$name', ({ begin, call, lookUp, slowAt, isRepeatable, isJob }) => {
  const waits = isJob === true ? {} : { code: 'payment-unclear' };

  test('is made once when asked twice', async () => {
    const one = await begin();
    await attempt(one.ask(depsAt(0)));
    await attempt(one.ask(depsAt(0)));
    await expectOne(one);
  });

  test('is made once for five requests at the same moment', async () => {
    const one = await begin();
    await Promise.all([1, 2, 3, 4, 5].map(() => attempt(one.ask(depsAt(0)))));
    await expectOne(one);
  });

  test('whose answer is lost is found by the same request', async () => {
    const one = await begin();
    await attempt(one.ask(losing(call)));
    expect(await one.made()).toBe(1);
    await attempt(one.ask(depsAt(0)));
    await attempt(one.ask(depsAt(CALL_OVER_MS)));
    await expectOne(one);
  });

  test('whose answer is lost is found by the event and by the job', async () => {
    for (const next of ['report', 'sweep'] as const) {
      const one = await begin();
      if (one[next] === undefined) continue;
      await attempt(one.ask(losing(call)));
      await one[next](depsAt(0));
      await expectOne(one);
    }
  });

  test('whose answer is lost and that is not listed yet is not made again', async () => {
    const one = await begin();
    await attempt(one.ask(losing(call)));
    const blind = replaced(lookUp, () => async () => null, 60_000);
    await attempt(one.ask(blind));
    await one.sweep?.(blind);
    expect(await one.made()).toBe(1);
    await attempt(one.ask(depsAt(CALL_OVER_MS)));
    await expectOne(one);
  });

  test('that was made and is not listed yet is not made again', async () => {
    const one = await begin();
    await attempt(one.ask(depsAt(0)));
    await attempt(one.ask(replaced(lookUp, () => async () => null, 60_000)));
    await expectOne(one);
  });

  test('of a killed request is found once its lease has expired', async () => {
    const one = await begin();
    void attempt(
      one.ask(
        replaced(call, (real) => async (...given) => {
          await real(...given);
          return never();
        }),
      ),
    );
    await expect.poll(one.made).toBe(1);
    await attempt(one.ask(depsAt(PREPARED_OVER_MS)));
    expect(await one.made()).toBe(1);
    await attempt(one.ask(depsAt(CALL_OVER_MS)));
    await expectOne(one);
  });

  test('that a lost call did not make waits, then is made', async () => {
    const one = await begin();
    const lost = replaced(call, () => () => Promise.reject(unclear()));
    expect(await attempt(one.ask(lost))).toMatchObject(waits);
    expect(await attempt(one.ask(depsAt(60_000)))).toMatchObject(isRepeatable === true ? {} : waits);
    expect(await one.made()).toBe(isRepeatable === true ? 1 : 0);
    await one.sweep?.(depsAt(CALL_OVER_MS));
    await attempt(one.ask(depsAt(CALL_OVER_MS)));
    await expectOne(one);
  });

  test('of a request killed during the call waits as long as that may take', async () => {
    const one = await begin();
    let isKilled = false;
    void attempt(
      one.ask(
        replaced(call, () => () => {
          isKilled = true;
          return never();
        }),
      ),
    );
    await expect.poll(() => isKilled).toBe(true);
    await attempt(one.ask(depsAt(PREPARED_OVER_MS)));
    expect(await one.made()).toBe(0);
    await attempt(one.ask(depsAt(CALL_OVER_MS)));
    await attempt(one.ask(depsAt(2 * CALL_OVER_MS)));
    await expectOne(one);
  });

  test.runIf(slowAt !== undefined)(
    'of a request killed before the call is made after half a minute',
    async () => {
      const one = await begin();
      let isKilled = false;
      void one.ask(
        replaced(slowAt ?? call, () => () => {
          isKilled = true;
          return never();
        }),
      );
      await expect.poll(() => isKilled).toBe(true);
      expect(await attempt(one.ask(depsAt(5_000)))).toMatchObject({ code: 'idempotency-in-progress' });
      await attempt(one.ask(depsAt(PREPARED_OVER_MS)));
      await expectOne(one);
    },
  );

  test('that was refused is made at the next request', async () => {
    const one = await begin();
    const refusal = new DomainError('payment-unavailable');
    await attempt(one.ask(replaced(call, () => () => Promise.reject(refusal))));
    expect(await one.made()).toBe(0);
    await attempt(one.ask(depsAt(0)));
    await expectOne(one);
  });

  test('that was refused after a lost call is made at the next request', async () => {
    const one = await begin();
    await attempt(one.ask(replaced(call, () => () => Promise.reject(unclear()))));
    const refusing = () => () => Promise.reject(new DomainError('payment-unavailable'));
    await attempt(one.ask(replaced(call, refusing, CALL_OVER_MS)));
    expect(await one.made()).toBe(0);
    await one.sweep?.(depsAt(3 * CALL_OVER_MS));
    await attempt(one.ask(depsAt(3 * CALL_OVER_MS)));
    await expectOne(one);
  });

  test.runIf(slowAt !== undefined)('is not made by a slow request that another one overtook', async () => {
    const one = await begin();
    const slow = replaced(slowAt ?? call, (real) => async (...given) => {
      const answer = await real(...given);
      await attempt(one.ask(depsAt(PREPARED_OVER_MS)));
      return answer;
    });
    expect(await attempt(one.ask(slow))).toMatchObject({ code: 'idempotency-in-progress' });
    await expectOne(one);
  });
});
