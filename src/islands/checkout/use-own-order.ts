/** Asks, before the form shows, whether this account has an order or an environment, and whether that runs. */
import { useEffect, useState } from 'react';
import type { ProvisioningStatus } from '#domain/contracts/provisioning.ts';
import { getProvisioningStatus } from '#lib/api.ts';

/** Nobody waits longer for a form: submitting tells as well. */
const PATIENCE_MS = 3_000;

export interface OwnOrder {
  readonly tenant: string;
  readonly isReady: boolean;
  /** Why an environment does not run. */
  readonly rest?: 'suspended' | 'ended';
}

/** `undefined` while it is asked; `null` where there is none, or nobody can say. */
export function useOwnOrder(): OwnOrder | null | undefined {
  const [order, setOrder] = useState<OwnOrder | null | undefined>();

  useEffect(() => {
    let question = new AbortController();
    const ask = (): void => {
      question.abort();
      question = new AbortController();
      const { signal } = question;
      getProvisioningStatus(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])).then(
        (status) => !signal.aborted && setOrder(orderIn(status)),
        () => !signal.aborted && setOrder((known) => known ?? null),
      );
    };
    ask();
    // "Voltar" may bring the page back as it was left, with the form of an order that was sent.
    const onReturn = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) ask();
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      question.abort();
      window.removeEventListener('pageshow', onReturn);
    };
  }, []);

  return order;
}

const rests = { suspensa: 'suspended', encerrada: 'ended' } as const;

/** An order that only waits to be paid on the processor's page may still be changed: the form is its place. */
function orderIn({
  tenant,
  situacao,
  paymentUrl,
  provisionamentoStatus,
}: ProvisioningStatus): OwnOrder | null {
  if (tenant === undefined || paymentUrl !== undefined) return null;
  if (situacao === 'sem-entrega') return null;
  const isReady = provisionamentoStatus === 'CONCLUIDO';
  return { tenant, isReady, ...(situacao !== undefined && { rest: rests[situacao] }) };
}
