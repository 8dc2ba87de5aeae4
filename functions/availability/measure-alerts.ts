/**
 * How long our alerts take, measured each hour in an environment of our own.
 *
 * The operator lets a monitor of `AVAILABILITY_TENANT` watch an address of ours that fails for some minutes of each hour
 * (docs/configuration.md). Everything between is what customers have: instance, companion, report, message, provider. Only the
 * hour that has just passed is judged: what was missed for longer is an hour without a measure.
 */
import { alertTargetEndpoint } from '#domain/api-schemas/availability.ts';
import { judgedHour } from '#domain/availability/alert-time.ts';
import { isWatched, listMeasuredFalls } from '#functions/alerts/measured-falls.ts';
import type { Deps } from '#functions/compose.ts';
import { hasAlertHour, keepAlertHour } from './store.ts';

type Needs = Pick<Deps, 'db' | 'availabilityTenant' | 'clock'>;

/** Keeps the hour once; without a monitor that watches the target it stays without a measure. */
async function measureAlerts({ db, availabilityTenant, clock }: Needs): Promise<void> {
  if (availabilityTenant === null) return;
  const hour = judgedHour(clock.now());
  if (await hasAlertHour(db, hour.from)) return;
  const watched = { subdomain: availabilityTenant, path: alertTargetEndpoint };
  const [first] = await listMeasuredFalls(db, { ...watched, ...hour });
  // No fall at all is the worst answer, unless nobody watches.
  if (first === undefined && !(await isWatched(db, { ...watched, before: hour.from }))) return;
  const { since = 0, toldAt = null } = first ?? {};
  await keepAlertHour(db, { hour: hour.from, took: toldAt === null ? null : toldAt - since });
}

export const alertTimeJobs = { 'measure-alert-time': measureAlerts };
