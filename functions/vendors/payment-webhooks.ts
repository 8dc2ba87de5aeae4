/** Setting up where the processor tells what happens to payments. Called by an operator's command, not by requests. */

export interface WebhookSetUp {
  /** Our public address of `POST /api/webhooks/asaas`. */
  readonly url: string;
  /** 32 to 255 characters; comes back with every event and proves its sender. */
  readonly token: string;
  /** Whom the processor writes to when it cannot deliver. Taken when the webhook is made; later it is changed there. */
  readonly email: string;
}

export interface PaymentWebhooks {
  /**
   * Sees to it that events reach `url`: makes the webhook, or brings the one of this address up to date. A queue
   * that the processor has stopped runs again. Idempotent; after `payment-unclear` call it again.
   * @throws DomainError `payment-unavailable`, `payment-unclear`.
   */
  ensure(target: WebhookSetUp): Promise<'created' | 'updated'>;
}
