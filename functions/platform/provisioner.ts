/**
 * Provisioning on Cloudflare Workflows.
 *
 * Owns: instance ids and resuming. The local runtime does not resume instances after a restart, but any event does. A
 * running or finished instance ignores the event, so sending one is always safe.
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
     * Makes sure that run `attempt` of an order is running: starts it, or resumes it after a restart of the runtime.
     * Safe to call at any time. Returns `ended` when that run can no longer finish the order.
     */
    async ensureRunning(orderId: string, attempt: number) {
      const id = `${orderId}-${attempt}`;
      // `createBatch` skips existing ids instead of failing, so one call shows whether the instance is new.
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
