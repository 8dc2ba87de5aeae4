/**
 * Notices on their way to a webhook: of one line (a chat, a mail) one at a time, in order, until 2xx or for a day.
 *
 * Delays double to a minute. A started stand-in delivers by itself; tests call `tick`.
 */

/** A notice that was not accepted yet. */
export interface Pending {
  readonly body: object;
  readonly since: number;
  tries: number;
  dueAt: number;
}

export interface WebhookQueueOptions<Notice extends Pending> {
  readonly now: () => number;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly pending: () => readonly Notice[];
  /** Called when a notice was accepted, or given up. */
  readonly drop: (notice: Notice) => void;
  readonly lineOf: (notice: Notice) => unknown;
  /** Where notices go; `null` while no webhook is set: they wait. */
  readonly target: () => { readonly url: string } | null;
  /** Header fields that prove who sends this text. */
  readonly headersOf: (notice: Notice, text: string) => Readonly<Record<string, string>>;
  readonly onFailure?: (why: string) => void;
  /** Called after every round, to keep what changed. */
  readonly save: () => void;
}

const FIRST_DELAY_MS = 1000;
const DELAY_MAX_MS = 60_000;
const KEPT_MS = 86_400_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** A new notice, due at once. */
export const newPending = (body: object, now: number): Pending => ({
  body,
  since: now,
  tries: 0,
  dueAt: now,
});

/** Makes the queue; the notices themselves are the caller's state. */
export function createWebhookQueue<Notice extends Pending>(options: WebhookQueueOptions<Notice>) {
  const { now, pending, drop, lineOf, target } = options;

  /** What went wrong; `null` when it was accepted. */
  async function attempt(url: string, notice: Notice): Promise<string | null> {
    const text = JSON.stringify(notice.body);
    try {
      const response = await options.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...options.headersOf(notice, text) },
        body: text,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.ok
        ? null
        : `Wrong response from the webhook: ${response.status} ${response.statusText}`.trim();
    } catch {
      return 'Connection failed';
    }
  }

  function record(notice: Notice, failure: string | null): void {
    notice.tries += 1;
    notice.dueAt = now() + Math.min(FIRST_DELAY_MS * 2 ** (notice.tries - 1), DELAY_MAX_MS);
    if (failure !== null) options.onFailure?.(failure);
    if (failure === null || notice.dueAt > notice.since + KEPT_MS) drop(notice);
  }

  /** Sends what is due; a failed notice holds back the later ones of its line. */
  async function deliverDue(): Promise<void> {
    const held = new Set<unknown>();
    for (const notice of [...pending()]) {
      const webhook = target();
      if (webhook === null) return;
      if (notice.dueAt <= now() && !held.has(lineOf(notice)))
        record(notice, await attempt(webhook.url, notice));
      if (pending().includes(notice)) held.add(lineOf(notice));
    }
  }

  let running: Promise<void> = Promise.resolve();
  /** Delivers what is due, and waits for it. One after the other: parallel rounds would break the order of a line. */
  const tick = (): Promise<void> => {
    running = running.then(deliverDue, deliverDue).finally(options.save);
    return running;
  };

  let isListening = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    if (timer !== undefined) clearTimeout(timer);
    if (!isListening || target() === null || pending().length === 0) return;
    const next = Math.min(...pending().map(({ dueAt }) => dueAt));
    const later = (): void => void tick().finally(schedule);
    timer = setTimeout(later, Math.max(next - now(), 0));
  }

  return {
    tick,
    /** To be called after something was added. */
    schedule,
    /** Delivers by itself from now on. @returns What ends it. */
    listen(): () => void {
      isListening = true;
      schedule();
      return () => {
        isListening = false;
        if (timer !== undefined) clearTimeout(timer);
      };
    },
  };
}
