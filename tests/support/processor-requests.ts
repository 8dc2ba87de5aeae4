/**
 * How many requests to the payment processor each kind of work is: what docs/scale.md counts with.
 * tests/worker/processor-requests.test.ts holds the functions to them.
 */
export const processorRequests = {
  /** An event about a charge of a contract in force. */
  event: 1,
  /** A look at a contract that renews. */
  look: 2,
  /** A look at one that has ended and may still lose its money. */
  endedLook: 1,
  /** A page of the list of charges. */
  listPage: 1,
  /** A try to collect a failed charge that fails again. */
  dunningTry: 4,
  /** The daily look at a charge that suspends. */
  suspendedDay: 1,
  /** The account page of a paying customer. */
  accountPage: 2,
  /** A sign-up by card, and the event that says that it is paid. */
  signUp: 10,
  /** A look at an order that waits to be paid. */
  unpaidLook: 2,
  /** A monthly upgrade, charged with the next renewal. */
  trustUpgrade: 6,
  /** A yearly upgrade, whose difference is charged to the card on file, until that is paid. */
  differenceUpgrade: 9,
  /** A cancelled renewal. */
  cancellation: 3,
  /** The nota fiscal of a charge: looked for, asked for, read after its event and in two weeks. */
  notaFiscal: 5,
} as const;

/** What the processor takes from one account (docs.asaas.com/docs/api-limits-1). */
export const processorQuota = { requests: 25_000, hours: 12 } as const;
