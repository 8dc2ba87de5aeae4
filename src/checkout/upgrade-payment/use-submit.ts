/** Sends the upgrade and determines the next page. */

import { describeAccepted } from '#checkout/upgrade/accepted.ts';
import type { Departure } from '#checkout/upgrade/leaving.tsx';
import { postUpgrade } from '#checkout/upgrade/upgrade-api.ts';
import { toUpgradeRequest, type UpgradeForm, type UpgradeOffer } from '#domain/api-schemas/upgrade.ts';
import { message } from '#domain/messages/upgrade.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { showToast } from '#form/toast.ts';
import { useSendOnce } from '#form/use-send-once.ts';
import { forgetQuota } from '#lib/quota.ts';
import { tab } from '#lib/storage.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';
import { payloadOf } from './form-values.ts';

interface Submission {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly kind: UpgradeOffer['tipo'];
  /** Shows the server's errors about single fields. */
  readonly onRefused: (failure: Failure) => void;
  readonly onAccepted: (departure: Departure) => void;
}

export function useSubmit({ tenant, target, kind, onRefused, onAccepted }: Submission) {
  const { phase, sendOnce } = useSendOnce('upgradeAttempt', onRefused);

  const submit = (form: UpgradeForm): Promise<void> =>
    sendOnce({
      payload: payloadOf(form, tenant, target),
      send: (key) => postUpgrade(tenant, toUpgradeRequest(form, target), key),
      describe: (error) =>
        describeFailure(error, {
          title: message('upgrade.error-title'),
          unexpected: message('upgrade.completion-failed'),
          unclear: message('checkout.unknown'),
          declinedAt: form.cartao === 'novo' ? 'card.number' : 'cartao',
        }),
      onAccepted: (answer) => {
        tab.forget('upgradeDraft');
        forgetQuota();
        const { toast, departure } = describeAccepted(answer, tenant, kind);
        showToast(toast);
        onAccepted(departure);
      },
    });

  return { phase, submit };
}
