/** Each caller's share of what the payment processor does for us. */

/** What a caller makes the processor work for: a charge, a look whether it was paid, the account page. */
export type ProcessorWork = 'charge' | 'payment' | 'account';

export interface ProcessorCaller {
  readonly subject: string;
  /** The network the call comes from, where the share is also one of the network. */
  readonly network?: string;
}

export interface ProcessorShare {
  /** Counts one more; false once the account or the network has had its share of the hour. */
  take(work: ProcessorWork, caller: ProcessorCaller): Promise<boolean>;
  /** Takes back what was counted last: it came to nothing through no fault of the caller's. */
  giveBack(work: ProcessorWork, caller: ProcessorCaller): Promise<void>;
}
