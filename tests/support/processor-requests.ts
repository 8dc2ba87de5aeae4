/**
 * Number of payment processor requests per kind of work, used by docs/scale.md. tests/worker/processor-requests.test.ts
 * checks them.
 */
export const processorRequests = {
  /** An event about a charge of a contract in force. */
  event: 1,
  /** A check of a contract that renews. */
  look: 2,
  /** A check of an ended contract whose payments can still be disputed. */
  endedLook: 1,
  /** A page of the list of charges. */
  listPage: 1,
  /** A failed retry of a failed charge. */
  dunningTry: 4,
  /** The daily check of a charge that suspends. */
  suspendedDay: 1,
  /** The account page of a paying customer. */
  accountPage: 2,
  /** A sign-up by card, with the event about its payment. */
  signUp: 10,
  /** A check of an unpaid order. */
  unpaidLook: 2,
  /** A monthly upgrade, charged with the next renewal. */
  trustUpgrade: 6,
  /** A yearly upgrade, until its difference is paid with the stored card. */
  differenceUpgrade: 9,
  /** A cancellation of the renewal. */
  cancellation: 3,
  /** The nota fiscal of a charge: look-up, request, a read after its event and two weekly reads. */
  notaFiscal: 5,
} as const;

/** The processor's limit per account (docs.asaas.com/docs/api-limits-1). */
export const processorQuota = { requests: 25_000, hours: 12 } as const;
