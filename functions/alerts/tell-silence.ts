/**
 * Tells owners that their environment says nothing, and when it is heard again: by a mail that is no alert, once each. Many
 * at the same time are our own trouble: then nobody is mailed, and the operators decide.
 */
import { NEWS_EVERY_MS } from '#domain/api-schemas/alert-report.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { listHeardReporters, listSilentReporters, noteHeard, noteSilence } from './reporter-store.ts';

/** So many silent environments are told to their owners; more are for the operators. */
export const SILENT_MAX = 20;
const EVERY_MS = 60_000;
/** A job that is so late was away itself: nobody could be heard, or the database was turned back over what was heard. */
const AWAY_MS = 10 * 60_000;
/** Until everybody who is there has spoken again. */
const LISTEN_MS = NEWS_EVERY_MS + 2 * EVERY_MS;

export const silenceWork = defineWork<Deps>({
  kind: 'alert-silence',
  title: 'Ambientes sem notícia',
  perRun: 1,
  isAlways: true,
  async run(needs, { dueAt }) {
    const isAway = needs.clock.now() - dueAt > AWAY_MS;
    if (!isAway) await tellSilence(needs);
    await tellHeard(needs);
    return { againAt: needs.clock.now() + (isAway ? LISTEN_MS : EVERY_MS) };
  },
});

async function tellSilence(needs: Deps): Promise<void> {
  const { db, clock } = needs;
  const now = clock.now();
  const silent = await listSilentReporters(db, now);
  if (silent.length > SILENT_MAX) {
    await notifyOperators(needs, 'alert-silence', { subdomain: null, reference: businessDay(now) });
    return;
  }
  for (const each of silent) {
    if (each.silenceToldAt !== null) continue;
    const { orderId, since } = each;
    const to = await addresseeOf(needs, each);
    await noteSilence(
      db,
      each,
      mailOf(`alert-silence-${orderId}-${since}`, 'alert-silence', { ...to, since }),
      now,
    );
  }
}

async function tellHeard(needs: Deps): Promise<void> {
  const { db, clock } = needs;
  for (const each of await listHeardReporters(db)) {
    const { orderId, silentSince: since, silentUntil: until } = each;
    const payload = { ...(await addresseeOf(needs, each)), since, until };
    await noteHeard(db, each, mailOf(`alert-heard-${orderId}-${since}`, 'alert-heard', payload), clock.now());
  }
}
