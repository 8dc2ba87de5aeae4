/**
 * A provider of mail or chats as the real one behaves: it answers from its table (provider-answers.ts), may lose a call or
 * its answer, and knows by itself which recipients its answers must have ended. Our own client speaks to it.
 */
import type { ProviderAnswer } from './provider-answers.ts';

/** A text that reached the provider. */
interface Sent {
  readonly to: string;
  readonly text: string;
  readonly at: number;
  /** False for one that it never accepts: the world's doing, so what was in it counts as told. */
  readonly isAccepted: boolean;
}

/** A text in a request. */
interface Text {
  readonly to: string;
  readonly text: string;
}

/** What our client asked for: one text, or several at once. */
interface Asked {
  readonly texts: readonly Text[];
  readonly isBatch: boolean;
  /** `null` where the provider knows no keys. */
  readonly key: string | null;
  /** Everything that was sent under the key. */
  readonly bytes: string;
}

/** A text of a batch that is refused, by its place. */
interface RefusedInBatch {
  readonly index: number;
  readonly message: string;
}

interface Options {
  readonly now: () => number;
  /** When the functions' database was last turned back. */
  readonly turnedBackAt: () => number;
  readonly chance: (probability: number) => boolean;
  /** Chance that a call, or the answer to it, is lost. */
  readonly loss: () => number;
  readonly read: (path: string, init: RequestInit) => Asked;
  readonly accepted: (texts: readonly Text[], refused: readonly RefusedInBatch[]) => object;
}

const UNSURE_MS = 15 * 60_000;
/** Answers about one field of one text; in a batch they are told of that text alone. */
const OF_A_FIELD = new Set([400, 422]);
const OTHER_BYTES = {
  statusCode: 409,
  name: 'invalid_idempotent_request',
  message: 'Same idempotency key used with a different request payload.',
};

const linesWith = (word: string, text: string): string =>
  text
    .split('\n')
    .filter((line) => line.includes(word))
    .join('\n');

export function createProvider({ now, turnedBackAt, chance, loss, read, accepted }: Options) {
  const sent: Sent[] = [];
  const wrong: string[] = [];
  /** What was accepted under a key, and the answer. */
  const known = new Map<string, { readonly at: number; readonly bytes: string; readonly answer: object }>();
  let trouble: ProviderAnswer | null = null;
  /** A word that it accepts in no text; what is refused beside it was told to nobody. */
  let spoilt: { readonly word: string; readonly answer: ProviderAnswer } | null = null;
  const ofRecipient = new Map<string, ProviderAnswer>();
  const ofNextText = new Map<string, ProviderAnswer>();
  /** What is never accepted, whenever it comes. */
  const ofText = new Map<string, ProviderAnswer>();
  /** Texts that were refused in a row, with the moment of the first try. */
  const refusedInRow = new Map<string, Map<string, number>>();
  const ended = new Map<string, number>();
  /** So near to the bound that either is right. */
  const unsure = new Set<string>();
  /** Texts whose answer did not arrive: only they may come twice. */
  const lost = new Set<string>();
  let hitches = 0;

  function refuse({ to, text }: Text, answer: ProviderAnswer): void {
    const { expects, endsAfter, about } = answer;
    if (expects === 'ended' && !ended.has(to)) ended.set(to, now());
    if (expects !== 'refused') return;
    if (about === 'message') ofText.set(text, answer);
    sent.push({
      to,
      text: spoilt === null ? text : linesWith(spoilt.word, text),
      at: now(),
      isAccepted: false,
    });
    const row = refusedInRow.get(to) ?? new Map<string, number>();
    refusedInRow.set(to, row);
    if (endsAfter === undefined) return;
    if (!row.has(text)) row.set(text, now());
    if (row.size < endsAfter.texts) return;
    const overMs = now() - Math.min(...row.values()) - endsAfter.overMs;
    if (overMs >= 0 && !ended.has(to)) ended.set(to, now());
    // A process that died with the first answer wrote it down later.
    if (Math.abs(overMs) < UNSURE_MS) unsure.add(to);
  }

  function accept({ key, bytes, texts }: Asked, refused: readonly RefusedInBatch[]): object {
    const places = new Set(refused.map(({ index }) => index));
    const kept = texts.filter((_, place) => !places.has(place));
    for (const { to, text } of kept) {
      refusedInRow.delete(to);
      sent.push({ to, text, at: now(), isAccepted: true });
    }
    const answer = accepted(kept, refused);
    if (key !== null) known.set(key, { at: now(), bytes, answer });
    return answer;
  }

  const answerOf = ({ status, body, retryAfter }: ProviderAnswer): Response =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
    });

  /** What is answered about a text, once where it is about one text only. */
  function decide({ to, text }: Text): ProviderAnswer | null {
    const known = spoilt !== null && text.includes(spoilt.word) ? spoilt.answer : ofText.get(text);
    if (known !== undefined) return known;
    const once = ofNextText.get(to);
    ofNextText.delete(to);
    return ofRecipient.get(to) ?? once ?? null;
  }

  /** The answer without the weather; `null` where its outcome is not told to the caller. */
  function handle(asked: Asked): Response {
    const { key, bytes, texts, isBatch } = asked;
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) {
      if (before.bytes === bytes) return Response.json(before.answer);
      // The outbox tells each thing once, by its key, also what was lost and has another end now.
      if (before.at >= turnedBackAt())
        wrong.push(`${texts.map(({ to }) => to).join(', ')}: other bytes under the same key`);
      return Response.json(OTHER_BYTES, { status: 409 });
    }
    const answers = texts.map(decide);
    const whole = answers.find((each) => each !== null && !(isBatch && OF_A_FIELD.has(each.status)));
    if (whole !== undefined && whole !== null) {
      // Nothing of the request was accepted; a batch does not say whom the answer is about, and is asked again in parts.
      const place = answers.indexOf(whole);
      const about = texts[place];
      if (!isBatch && about !== undefined) refuse(about, whole);
      else if (about !== undefined) ofNextText.set(about.to, whole);
      return answerOf(whole);
    }
    const refused = answers.flatMap((each, index) => {
      const about = texts[index];
      if (each === null || about === undefined) return [];
      refuse(about, each);
      return [{ index, message: (each.body as { message: string }).message }];
    });
    return Response.json(accept(asked, refused));
  }

  async function ask(address: string | URL | Request, init: RequestInit): Promise<Response> {
    const path = new URL(String(address)).pathname;
    // A recipient that is on again is taken off the provider's list.
    if (init.method === 'DELETE') return Response.json({});
    const asked = read(path, init);
    if (chance(loss())) throw new Error('no connection');
    if (trouble !== null && trouble.expects !== 'unknown') {
      for (const each of asked.texts) refuse(each, trouble);
      return answerOf(trouble);
    }
    const isLost = chance(loss());
    if (trouble !== null || isLost) for (const { text } of asked.texts) lost.add(text);
    // An error of the provider says nothing about whether it accepted what was asked.
    const answer = trouble === null || chance(0.5) ? handle(asked) : null;
    if (isLost) throw new Error('the answer was lost');
    return trouble === null && answer !== null ? answer : answerOf(trouble as ProviderAnswer);
  }

  return {
    sent,
    wrong,
    lost,
    /** How often it did not simply accept. */
    hitches: () => hitches,
    /** Recipients that its answers must have ended, and when. */
    ended,
    unsure,
    /** From now on it answers so. */
    answer(answer: ProviderAnswer, to: string): void {
      if (answer.about === 'provider') trouble = answer;
      else if (answer.about === 'recipient') ofRecipient.set(to, answer);
      else ofNextText.set(to, answer);
    },
    refuseNaming(word: string, answer: ProviderAnswer): void {
      spoilt = { word, answer };
    },
    /** Everything passes that may pass: what ends a recipient stays so. */
    calm(): void {
      trouble = null;
      spoilt = null;
      ofNextText.clear();
      for (const [to, { expects }] of ofRecipient) if (expects === 'waits') ofRecipient.delete(to);
    },
    fetch: async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      hitches += 1;
      const answer = await ask(address, init);
      if (answer.ok) hitches -= 1;
      return answer;
    },
  };
}
