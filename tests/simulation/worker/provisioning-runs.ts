/** Workflow instances in memory: each one makes one more try on demand, so no retry waits in real time. */
import type { WorkflowEvent, WorkflowStep } from 'cloudflare:workers';
import type { ProvisionParameters } from '#functions/platform/provisioner.ts';

type Run = (event: WorkflowEvent<ProvisionParameters>, step: WorkflowStep) => Promise<void>;

interface Instance {
  readonly params: ProvisionParameters;
  readonly done: Map<string, unknown>;
  readonly tries: Map<string, number>;
  status: 'running' | 'complete' | 'errored';
}

/** A step that is retried later. */
class Later extends Error {}

/** Maximum tries of a step, at least a day apart. */
const TRIES_MAX = 3;

export function createProvisioningRuns(run: Run) {
  const instances = new Map<string, Instance>();

  function stepsOf(instance: Instance): WorkflowStep {
    let isLater = false;
    const attempt = async (
      name: string,
      _options: unknown,
      work: () => Promise<unknown>,
    ): Promise<unknown> => {
      // The run's own catch must not close what continues tomorrow.
      if (isLater) throw new Later();
      if (instance.done.has(name)) return instance.done.get(name);
      try {
        const result = await work();
        instance.done.set(name, result);
        return result;
      } catch (error) {
        const tries = (instance.tries.get(name) ?? 0) + 1;
        instance.tries.set(name, tries);
        const isFinal = (error as Error).name === 'NonRetryableError' || tries >= TRIES_MAX;
        if (isFinal) throw error;
        isLater = true;
        throw new Later();
      }
    };
    return { do: attempt } as unknown as WorkflowStep;
  }

  async function goOnWith(id: string, instance: Instance): Promise<void> {
    const event = {
      payload: instance.params,
      instanceId: id,
    } as unknown as WorkflowEvent<ProvisionParameters>;
    try {
      await run(event, stepsOf(instance));
      instance.status = 'complete';
    } catch (error) {
      if (!(error instanceof Later)) instance.status = 'errored';
    }
  }

  const handle = (id: string) => ({
    status: async () => ({ status: instances.get(id)?.status ?? 'unknown' }),
    sendEvent: async () => undefined,
  });

  return {
    binding: {
      createBatch: async (wanted: readonly { id: string; params: ProvisionParameters }[]) => {
        const fresh = wanted.filter(({ id }) => !instances.has(id));
        for (const { id, params } of fresh)
          instances.set(id, { params, done: new Map(), tries: new Map(), status: 'running' });
        return fresh.map(({ id }) => handle(id));
      },
      get: async (id: string) => handle(id),
    },
    /**
     * Runs one more try of every open run.
     * @returns How many are still open.
     */
    async goOn(): Promise<number> {
      const open = () => [...instances].filter(([, { status }]) => status === 'running');
      for (const [id, instance] of open()) await goOnWith(id, instance);
      return open().length;
    },
  };
}
