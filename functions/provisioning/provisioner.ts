/**
 * Provisioning on Cloudflare Workflows.
 *
 * Owns: instance ids and waking. The local runtime does not resume instances after a restart; any event does, and a
 * healthy or finished instance ignores it, so a wake-up is safe at any time.
 */

/** What a workflow instance is started with. */
export interface ProvisionParameters {
  readonly orderId: string;
  readonly attempt: number;
}

const endedStates: ReadonlySet<string> = new Set(['errored', 'terminated', 'complete']);

export function createProvisioner(workflow: Workflow<ProvisionParameters>) {
  return {
    /**
     * Makes sure that run `attempt` of an order is under way: starts it, or wakes it where a restart of the runtime
     * left it asleep. Safe to call at any time. Answers `ended` when that run can never finish the order any more.
     */
    async ensureRunning(orderId: string, attempt: number) {
      const id = `${orderId}-${attempt}`;
      // A batch leaves out ids that exist instead of failing, so one call separates new from known.
      const created = await workflow.createBatch([{ id, params: { orderId, attempt } }]);
      if (created.length > 0) return 'running';
      const instance = await workflow.get(id);
      const { status } = await instance.status();
      if (endedStates.has(status)) return 'ended';
      await instance.sendEvent({ type: 'wake', payload: {} });
      return 'running';
    },
  };
}

export type Provisioner = ReturnType<typeof createProvisioner>;
