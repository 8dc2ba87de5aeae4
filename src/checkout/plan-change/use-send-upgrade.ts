/** Sends an upgrade, and says what the browser shows and opens next. */
import {
  toUpgradeRequest,
  type UpgradeForm,
  type UpgradeOffer,
  UpgradeResponse,
  upgradePath,
} from '#domain/api-schemas/plan-change.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import type { Payload } from '#form/attempt.ts';
import { type Attempted, describeFailure, type Failure } from '#form/failure.ts';
import { showToast } from '#form/toast.ts';
import { useSendOnce } from '#form/use-send-once.ts';
import { PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';
import { forgetQuota } from '#lib/quota.ts';
import { tab } from '#lib/storage.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';
import { describeAccepted } from './accepted.ts';
import type { Departure } from './leaving.tsx';

interface Submission {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly kind: UpgradeOffer['kind'];
  readonly words: Attempted;
  /** Shows the server's errors about single fields. */
  readonly onRefused: (failure: Failure) => void;
  readonly onAccepted: (departure: Departure) => void;
}

export function useSendUpgrade({ tenant, target, kind, words, onRefused, onAccepted }: Submission) {
  const { phase, sendOnce } = useSendOnce('upgradeAttempt', onRefused);
  const send = (form: UpgradeForm): Promise<void> =>
    sendOnce({
      payload: payloadOf(form, tenant, target),
      send: (idempotencyKey) =>
        post(upgradePath(tenant), UpgradeResponse, {
          body: toUpgradeRequest(form, target),
          idempotencyKey,
          timeoutMs: PROCESSOR_TIMEOUT_MS,
        }),
      describe: (error) => describeFailure(error, words),
      onAccepted: (answer) => {
        tab.forget('upgradeDraft');
        forgetQuota();
        const { toast, departure } = describeAccepted(answer, tenant, kind);
        showToast(toast);
        onAccepted(departure);
      },
    });
  return { phase, send };
}

/** The two parts that an Idempotency-Key is tied to; only the first may be stored. */
function payloadOf(form: UpgradeForm, tenant: string, target: UpgradeTarget): Payload {
  const shared = [tenant, target.plan, target.cycle, TERMS_VERSION];
  if (form.cartao === 'atual') return { fingerprint: JSON.stringify(shared), secret: '' };
  return {
    fingerprint: JSON.stringify([...shared, form.billingAddress]),
    secret: JSON.stringify([form.cardHolder, form.card]),
  };
}
