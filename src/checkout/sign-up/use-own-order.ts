/** Checks before showing the form whether the account has an order or environment. */
import { useEffect, useState } from 'react';
import { getProvisioningStatus } from '#checkout/provisioning/provisioning-api.ts';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { useOnReturn } from '#lib/use-on-return.ts';

/** After this the form is shown anyway; the server checks again on submit. */
const PATIENCE_MS = 3_000;

export interface OwnOrder {
  readonly tenant: string;
  readonly isReady: boolean;
  /** Why an environment is not running. */
  readonly rest?: 'suspended' | 'asleep' | 'ended' | undefined;
}

/** `none`: the account has no order. `null`: the order may still be changed in the form, or the check failed. */
type OrderRead = OwnOrder | Membership | 'none' | null;

/** An account that works in another's environment, also while its access is paused. */
interface Membership {
  readonly worksIn: string;
}

/** `undefined` while loading. */
export function useOwnOrder(): OrderRead | undefined {
  const [order, setOrder] = useState<OrderRead | undefined>();
  const [returns, setReturns] = useState(0);
  // The form of an order that has been sent.
  useOnReturn(() => setReturns((count) => count + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a return asks again
  useEffect(() => {
    const question = new AbortController();
    const { signal } = question;
    getProvisioningStatus(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])).then(
      (status) => !signal.aborted && setOrder(orderIn(status)),
      () => !signal.aborted && setOrder((known) => known ?? null),
    );
    return () => question.abort();
  }, [returns]);
  return order;
}

const rests = { suspensa: 'suspended', dormindo: 'asleep', encerrada: 'ended' } as const;

/** An order that waits for payment on the processor's page can still be changed in the form. */
function orderIn({
  tenant,
  membroDe,
  situacao,
  paymentUrl,
  provisionamentoStatus,
}: ProvisioningStatus): OrderRead {
  if (membroDe !== undefined) return { worksIn: membroDe };
  if (tenant === undefined) return 'none';
  if (paymentUrl !== undefined) return null;
  if (situacao === 'sem-entrega') return null;
  const isReady = provisionamentoStatus === 'CONCLUIDO';
  return { tenant, isReady, ...(situacao !== undefined && { rest: rests[situacao] }) };
}
