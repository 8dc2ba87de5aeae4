/**
 * The probe: looks each minute, from outside of the cluster, at what customers depend on.
 *
 * Part of the cron itself and not of the queue: a look that was missed cannot be made up for, and when the database
 * cannot be written the minute stays without a measure.
 */
import { type Look, type MeasuredId, startOfMinute } from '#domain/availability/measured.ts';
import { findWaitingAlert } from '#functions/alerts/message-counts.ts';
import type { Deps } from '#functions/compose.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { keepMinute } from './store.ts';

type Needs = Pick<Deps, 'db' | 'availabilityTenant' | 'askSignIn' | 'instances' | 'clock' | 'logger'>;

/** Longer than the slowest call of a look, and far less than the minute. */
const PATIENCE_MS = 15_000;
/** An alert leaves after seconds, and a delayed one is tried again within minutes. */
const ALERT_LATE_MS = 5 * 60_000;

/** Looks once and keeps the minute; without `AVAILABILITY_TENANT` nothing is looked at. */
async function probe(needs: Needs): Promise<void> {
  const { db, availabilityTenant, clock } = needs;
  if (availabilityTenant === null) return;
  const at = startOfMinute(clock.now());
  const [entry, environment, alerts] = await Promise.all([
    look(needs, 'entry', () => lookAtSignIn(needs)),
    look(needs, 'environment', () => lookAtEnvironment(needs, availabilityTenant)),
    // Unreadable says nothing about alerts: the environment's own look tells that it does not answer.
    lookAtAlerts(needs, availabilityTenant).catch(() => null),
  ]);
  await keepMinute(db, { at, entry, environment, alerts });
}

/** What fails or takes too long is down. */
async function look({ logger }: Needs, part: MeasuredId, ask: () => Promise<Look>): Promise<Look> {
  const answer = ask().catch((error: unknown) => {
    logger.warn('availability-down', { part, error });
    return false;
  });
  return withTimeout(answer, PATIENCE_MS, false);
}

/** The sign-in in front of all environments; `null` without `SIGN_IN_URL`. */
async function lookAtSignIn({ askSignIn }: Needs): Promise<Look> {
  if (askSignIn === null) return null;
  await askSignIn();
  return true;
}

/** Our own environment, through the gateway: the instance serves its pages, and the companion knows our token. */
async function lookAtEnvironment({ instances }: Needs, subdomain: string): Promise<Look> {
  const [isReady] = await Promise.all([instances.isReady(subdomain), instances.readState(subdomain)]);
  return isReady;
}

/**
 * The way of an alert: the companion has handed over what happened, and the message about it was accepted by its
 * provider. `null` while the environment has no channel, because then nothing shows that alerts arrive.
 */
async function lookAtAlerts({ instances, db, clock }: Needs, subdomain: string): Promise<Look> {
  const late = clock.now() - ALERT_LATE_MS;
  const [{ channel, waiting }, unsentSince] = await Promise.all([
    instances.readAlerts(subdomain),
    findWaitingAlert(db, subdomain),
  ]);
  if (channel !== 'on') return null;
  return (
    (waiting.oldestAt ?? Number.POSITIVE_INFINITY) > late && (unsentSince ?? Number.POSITIVE_INFINITY) > late
  );
}

export const availabilityJobs = { 'measure-availability': probe };
