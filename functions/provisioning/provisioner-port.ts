/** Runs the durable provisioning of an order. */
export interface Provisioner {
  /**
   * Makes sure that run `attempt` of an order is under way: starts it, or wakes it where a restart of the runtime
   * left it asleep. Safe to call at any time. Answers `ended` when that run can never finish the order any more.
   */
  ensureRunning(orderId: string, attempt: number): Promise<'running' | 'ended'>;
}
