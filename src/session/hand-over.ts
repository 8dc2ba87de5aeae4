/**
 * Carries what this tab remembers through a sign-in that goes on in another tab: the link that proves an e-mail is opened
 * from the mailbox.
 *
 * The browser keeps it from the way out to the next return. What a tab has already is never replaced, so that the tab that
 * waited finds its own.
 */
import * as z from 'zod/mini';
import { lasting, type TabKey, tab } from '#lib/storage.ts';

const carried = ['checkoutDraft', 'firstAddress', 'invitation'] as const satisfies readonly TabKey[];

/** The mailed link holds for 30 minutes, and so does the page that it opens. */
const LIFE_MS = 60 * 60 * 1_000;

const HandOver = z.object({ at: z.number(), kept: z.partialRecord(z.enum(carried), z.string()) });

/** Call before leaving for the identity provider. */
export function handOver(): void {
  const kept = carried.flatMap((key) => {
    const text = tab.read(key);
    return text === null ? [] : [[key, text] as const];
  });
  if (kept.length === 0) lasting.forget('handedOver');
  else lasting.writeJson('handedOver', { at: Date.now(), kept: Object.fromEntries(kept) });
}

/** Call before the page reads its tab: takes what was handed over on a return from there. */
export function takeHandOver(): void {
  const read = HandOver.safeParse(lasting.readJson('handedOver'));
  const isFresh = read.success && Date.now() - read.data.at < LIFE_MS;
  const isReturn = isAnswer();
  if (!isFresh || isReturn) lasting.forget('handedOver');
  if (!isFresh || !isReturn) return;
  for (const key of carried) {
    const text = read.data.kept[key];
    if (text !== undefined && tab.read(key) === null) tab.write(key, text);
  }
}

/** The provider answers in the fragment. */
const isAnswer = (): boolean =>
  typeof location !== 'undefined' && new URLSearchParams(location.hash.slice(1)).has('state');
