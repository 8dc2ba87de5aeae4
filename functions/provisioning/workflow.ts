/**
 * The workflow run that provisions one order.
 *
 * Owns: retries, timeouts and the one place where a failure becomes final. Does not own: what a step does (steps.ts).
 * All other code reads the order row, never this run's state.
 */
import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from 'cloudflare:workers';
import { NonRetryableError } from 'cloudflare:workflows';
import { codeOf, DomainError, type ErrorCode, errorCodes } from '#domain/errors.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import { type Env, readSettings } from '#functions/env.ts';
import type { Order } from '#functions/orders/order.ts';
import { failProvisioning, noteRetry, recordFacts } from '#functions/orders/run-rows.ts';
import { findOrder } from '#functions/orders/store.ts';
import type { ProvisionParameters } from '#functions/platform/provisioner.ts';
import { inScope } from '#functions/platform/request-scope.ts';
import { completeProvisioning, NotYet, type ProvisioningStepDefinition, provisioningSteps } from './steps.ts';

/** The run no longer controls the order: it was finished, failed, restarted or released meanwhile. */
const NOT_IN_CHARGE = 'not-in-charge';

/**
 * Finds our error code in the error that ended a step. Depending on its version, the runtime passes the message on
 * unchanged, after the name of the error class, or quoted in a sentence. Any other message means `internal`; earlier
 * retries have recorded their code already.
 */
function finalCodeOf(error: unknown): ErrorCode | typeof NOT_IN_CHARGE {
  const form = /^(?:\w+: |Step threw a NonRetryableError with message ")?([a-z-]+)"?$/;
  const thrown = error instanceof Error ? form.exec(error.message)?.[1] : undefined;
  return ([NOT_IN_CHARGE, ...errorCodes] as const).find((known) => known === thrown) ?? 'internal';
}

async function orderInCharge(needs: Deps, { orderId, attempt }: ProvisionParameters): Promise<Order> {
  const order = await findOrder(needs.db, orderId);
  if (order === null || order.status !== 'EM_ANDAMENTO' || order.attempt !== attempt) {
    throw new NonRetryableError(NOT_IN_CHARGE);
  }
  return order;
}

/** Runs a step, writes its outcome to the order, and turns a final failure into one that the runtime does not retry. */
async function runStep(
  needs: Deps,
  parameters: ProvisionParameters,
  definition: ProvisioningStepDefinition,
): Promise<void> {
  const order = await orderInCharge(needs, parameters);
  try {
    const facts = await definition.run(needs, order);
    await recordFacts(needs.db, order.id, facts, needs.clock.now());
  } catch (error) {
    if (error instanceof NotYet) throw error;
    const code = codeOf(error);
    needs.logger.warn('provisioning-step-failed', { orderId: order.id, step: definition.name, code, error });
    // A second argument to NonRetryableError makes the local runtime retry, so the code is the message.
    if (error instanceof DomainError && !error.retryable) throw new NonRetryableError(code);
    await noteRetry(needs.db, order.id, { step: definition.name, code }, needs.clock.now());
    throw error;
  }
}

export class ProvisionTenant extends WorkflowEntrypoint<Env, ProvisionParameters> {
  override async run(event: Readonly<WorkflowEvent<ProvisionParameters>>, step: WorkflowStep): Promise<void> {
    const parameters = event.payload;
    const { provisionPollSeconds: poll, provisionPatienceSeconds: patience } = readSettings(this.env);
    const retries = {
      limit: Math.max(1, Math.ceil(patience / poll)),
      delay: `${poll} seconds`,
      backoff: 'constant',
    } as const;
    const options = { retries, timeout: '2 minutes' } as const;
    const needs = composeDeps(this.env);
    // Set inside of each step, because the runtime may run one long after the previous step.
    const inRun = <T>(work: () => Promise<T>): Promise<T> =>
      inScope({ requestId: `${parameters.orderId}-${parameters.attempt}` }, work);
    try {
      for (const definition of provisioningSteps) {
        await step.do(definition.name, options, () => inRun(() => runStep(needs, parameters, definition)));
      }
      await step.do('conclusao', options, () =>
        inRun(async () => completeProvisioning(needs, await orderInCharge(needs, parameters))),
      );
    } catch (error) {
      const code = finalCodeOf(error);
      if (code === NOT_IN_CHARGE) return;
      await step.do('falha', options, () =>
        inRun(() =>
          failProvisioning(needs.db, parameters.orderId, parameters.attempt, code, needs.clock.now()),
        ),
      );
    }
  }
}
