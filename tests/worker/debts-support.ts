/// <reference types="@cloudflare/vitest-plugin/types" />
/** Marks as the contract writes them, and an in-memory processor for single charges. */
import { DomainError } from '#domain/errors.ts';
import { findMarks, type NewMark, writeMark } from '#functions/debts/marks-store.ts';
import { type Buyer, partiesOf } from '#functions/debts/parties.ts';
import type { PaymentSnapshot, SingleCharge } from '#functions/vendors/processor.ts';
import { depsAt, depsWith } from './support.ts';

export const newReference = (): string => crypto.randomUUID();

/**
 * Writes a mark of this buyer.
 * @returns Its id.
 */
export async function putMark(
  buyer: Buyer,
  kind: NewMark['kind'],
  known: Partial<NewMark> = {},
): Promise<string> {
  const mark: NewMark = { kind, reference: newReference(), at: Date.now(), ...known };
  await writeMark(depsAt(0).db, mark, await partiesOf(depsAt(0), buyer));
  return `${mark.kind}:${mark.reference}`;
}

export const putDebt = (buyer: Buyer, amountCentavos = 1_320, days = 4): Promise<string> =>
  putMark(buyer, 'debt', { amountCentavos, days });

export const withdrawTwice = async (buyer: Buyer): Promise<string[]> => [
  await putMark(buyer, 'withdrawal'),
  await putMark(buyer, 'withdrawal'),
];

/** A buyer's marks as stored. */
export const marksOf = async (buyer: Buyer) => findMarks(depsAt(0).db, await partiesOf(depsAt(0), buyer));

type Charge = { -readonly [Field in keyof PaymentSnapshot]: PaymentSnapshot[Field] };

/** An in-memory processor; `refuses` makes `openCharge` fail. */
export function singleCharges() {
  const charges: Charge[] = [];
  const asked: string[] = [];
  const faults = { refuses: false, isSilent: false };
  const processor = {
    openCharge: async (_: string, { reference, amountCentavos, dueDate }: SingleCharge) => {
      asked.push(`open ${reference}`);
      if (faults.refuses) throw new DomainError('payment-unavailable');
      const paymentId = `pay_${newReference()}`;
      const charge: Charge = {
        paymentId,
        subscriptionId: null,
        reference,
        pageId: null,
        state: 'pending',
        amountCentavos,
        dueDate,
        payUrl: `https://asaas.example/i/${paymentId}`,
      };
      charges.push(charge);
      return charge;
    },
    findCharge: async (reference: string) => {
      if (faults.isSilent) throw new DomainError('payment-unavailable');
      asked.push(`find ${reference}`);
      return charges.findLast((each) => each.reference === reference && each.state !== 'deleted') ?? null;
    },
    removeCharge: async (paymentId: string) => {
      const charge = charges.find((each) => each.paymentId === paymentId);
      if (charge) charge.state = 'deleted';
    },
    refund: async (paymentId: string) => {
      const charge = charges.find((each) => each.paymentId === paymentId);
      if (charge === undefined) throw new Error('There is no charge.');
      charge.state = 'refunded';
      return charge;
    },
  };
  return {
    charges,
    asked,
    faults,
    /** Charges that can still be paid. */
    payable: () => charges.filter(({ state }) => state === 'pending'),
    needs: (aheadMs = 0) => depsWith({ processor }, aheadMs),
  };
}
