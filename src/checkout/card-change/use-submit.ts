/** Sends the new card, or requests the processor's page for it. */
import {
  type CardChangeForm,
  type CardChangeRequestInput,
  CardChangeResponse,
  cardChangeEndpoint,
  toCardChangeRequest,
} from '#domain/api-schemas/card-change.ts';
import { message } from '#domain/messages/checkout.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { useSendOnce } from '#form/use-send-once.ts';
import { PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';
import { payloadOf } from './form-values.ts';

/** `POST /api/conta/cartao`. @throws ApiError */
const postCardChange = (body: CardChangeRequestInput, idempotencyKey: string) =>
  post(cardChangeEndpoint, CardChangeResponse, { body, idempotencyKey, timeoutMs: PROCESSOR_TIMEOUT_MS });

interface Submission {
  readonly onRefused: (failure: Failure) => void;
  readonly onAccepted: (answer: CardChangeResponse) => void;
}

const describe = (error: unknown, declinedAt?: string): Failure =>
  describeFailure(error, {
    title: message('card.change-failed-title'),
    unclear: message('card.change-unclear'),
    ...(declinedAt === undefined ? {} : { declinedAt }),
  });

export function useSubmit({ onRefused, onAccepted }: Submission) {
  const { phase, sendOnce } = useSendOnce('cardAttempt', onRefused);
  return {
    phase,
    submitForm: (form: CardChangeForm): Promise<void> =>
      sendOnce({
        payload: payloadOf(form),
        send: (key) => postCardChange(toCardChangeRequest(form), key),
        describe: (error) => describe(error, 'card.number'),
        onAccepted,
      }),
    askForPage: (): Promise<void> =>
      sendOnce({
        payload: { fingerprint: 'card page', secret: '' },
        send: (key) => postCardChange({}, key),
        describe,
        onAccepted,
      }),
  };
}
