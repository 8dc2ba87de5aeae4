/**
 * A provider of mail or chats as the real one behaves: it answers from its table (provider-answers.ts), may lose a call or
 * its answer, and knows by itself which recipients its answers must have ended. Our own client speaks to it.
 */
import type { ProviderAnswer } from './provider-answers.ts';

/** A text that reached the provider. */
export interface Sent {
  readonly to: string;
  readonly text: string;
  /** Mail's key; for chats a name of our own. */
  readonly key: string;
  readonly at: number;
  /** False for one that it never accepts: the world's doing, so what was in it counts as told. */
  readonly isAccepted: boolean;
}

/** What our client asked for. */
interface Asked {
  readonly to: string;
  readonly text: string;
  /** `null` where the provider knows no keys. */
  readonly key: string | null;
  /** Everything that was sent under the key. */
  readonly bytes: string;
}

interface Options {
  readonly now: () => number;
  readonly chance: (probability: number) => boolean;
  /** Chance that a call, or the answer to it, is lost. */
  readonly loss: () => number;
  readonly read: (path: string, init: RequestInit) => Asked;
  readonly accepted: () => object;
}

const UNSURE_MS = 15 * 60_000;

export function createProvider({ now, chance, loss, read, accepted }: Options) {
  const sent: Sent[] = [];
  const wrong: string[] = [];
  /** What was accepted under a key. */
  const bytesOf = new Map<string, string>();
  let trouble: ProviderAnswer | null = null;
  const ofRecipient = new Map<string, ProviderAnswer>();
  const ofNextText = new Map<string, ProviderAnswer>();
  /** Texts that were refused in a row, with the moment of the first try. */
  const refusedInRow = new Map<string, Map<string, number>>();
  const ended = new Set<string>();
  /** So near to the bound that either is right. */
  const unsure = new Set<string>();
  /** Texts whose answer did not arrive: only they may come twice. */
  const lost = new Set<string>();

  function refuse(asked: Asked, { expects, endsAfter }: ProviderAnswer): void {
    const { to, text, key } = asked;
    if (expects === 'ended') ended.add(to);
    if (expects !== 'refused') return;
    sent.push({ to, text, key: key ?? '', at: now(), isAccepted: false });
    const row = refusedInRow.get(to) ?? new Map<string, number>();
    refusedInRow.set(to, row);
    if (endsAfter === undefined) return;
    if (!row.has(text)) row.set(text, now());
    if (row.size < endsAfter.texts) return;
    const overMs = now() - Math.min(...row.values()) - endsAfter.overMs;
    if (overMs >= 0) ended.add(to);
    // A process that died with the first answer wrote it down later.
    if (Math.abs(overMs) < UNSURE_MS) unsure.add(to);
  }

  function accept({ to, text, key, bytes }: Asked): void {
    refusedInRow.delete(to);
    if (key !== null && bytesOf.has(key)) return;
    if (key !== null) bytesOf.set(key, bytes);
    sent.push({ to, text, key: key ?? `${sent.length}`, at: now(), isAccepted: true });
  }

  const answerOf = ({ status, body, retryAfter }: ProviderAnswer): Response =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
    });

  function decide(asked: Asked): ProviderAnswer | null {
    const { to, key, bytes } = asked;
    if (trouble !== null) return trouble;
    if (key !== null && bytesOf.has(key)) {
      if (bytesOf.get(key) !== bytes) wrong.push(`${to}: other bytes under the same key`);
      return null;
    }
    const once = ofNextText.get(to);
    ofNextText.delete(to);
    return ofRecipient.get(to) ?? once ?? null;
  }

  return {
    sent,
    wrong,
    lost,
    /** Recipients that its answers must have ended. */
    ended,
    unsure,
    /** From now on it answers so. */
    answer(answer: ProviderAnswer, to: string): void {
      if (answer.about === 'provider') trouble = answer;
      else if (answer.about === 'recipient') ofRecipient.set(to, answer);
      else ofNextText.set(to, answer);
    },
    /** Everything passes that may pass: what ends a recipient stays so. */
    calm(): void {
      trouble = null;
      ofNextText.clear();
      for (const [to, { expects }] of ofRecipient) if (expects === 'waits') ofRecipient.delete(to);
    },
    fetch: async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const asked = read(new URL(String(address)).pathname, init);
      if (chance(loss())) throw new Error('no connection');
      const answer = decide(asked);
      if (answer !== null && answer.expects !== 'unknown') {
        refuse(asked, answer);
        return answerOf(answer);
      }
      const isLost = chance(loss());
      if (answer !== null || isLost) lost.add(asked.text);
      // An error of the provider says nothing about whether it accepted the text, if there is a place for it.
      if (answer === null || (!ofRecipient.has(asked.to) && chance(0.5))) accept(asked);
      if (isLost) throw new Error('the answer was lost');
      return answer === null ? Response.json(accepted()) : answerOf(answer);
    },
  };
}
