/** The monitors that a sequence's customer sets up, and their later state. */
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import { accountLimitsEndpoint, type Limits } from '#domain/api-schemas/limits.ts';
import { WakeAnswer, wakeEndpoint } from '#domain/api-schemas/sleep.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { Customer } from './customer.ts';
import { subdomainOf } from './record.ts';
import type { SeenMonitors, SeenSleep } from './sold-facts.ts';
import type { World } from './world.ts';

const TEN_MINUTES_MS = 600_000;

export function createMonitorSetup(world: World, customer: Customer) {
  const seen: SeenMonitors[] = [];
  const sleeps: SeenSleep[] = [];
  let isWoken = false;
  const chosen = new Map<number, number>();
  const ownPaused = new Map<number, Set<number>>();
  let moves = 0;
  let insisted: SeenMonitors['insisted'] = null;
  const { app } = world.services().tenants;
  const tenant = () => subdomainOf(customer.account());
  const control = (path: string, body: unknown) =>
    app.request(`/__stand-in/tenants/${tenant()}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  async function rows(): Promise<readonly Monitor[] | null> {
    const state = (await (await app.request('/__stand-in/state')).json()) as {
      tenants: { tenant: string; phase: string; monitors: Monitor[] }[];
    };
    const environment = state.tenants.find((each) => each.tenant === tenant());
    return environment?.phase === 'ready' ? environment.monitors : null;
  }
  /** Its volume, whether or not it runs; `null` without an environment. */
  async function volume(): Promise<readonly Monitor[] | null> {
    const state = (await (await app.request('/__stand-in/state')).json()) as {
      tenants: { tenant: string; monitors: Monitor[] }[];
    };
    return state.tenants.find((each) => each.tenant === tenant())?.monitors ?? null;
  }
  const mailsOfToday = (): number =>
    world
      .services()
      .mail.state.messages.filter(
        ({ subject, receivedAt }) =>
          subject === `Ajustamos os monitores do ambiente ${tenant()} ao plano` &&
          businessDay(receivedAt) === businessDay(world.now()),
      ).length;
  const paused = (): Set<number> => ownPaused.get(customer.account()) ?? new Set();

  return {
    /** @returns How many; 0 when there are monitors already, or no environment. */
    async set(count: number, interval: number) {
      if (chosen.has(customer.account()) || (await rows()) === null) return 0;
      await control(
        'monitors',
        Array.from({ length: count }, () => ({ kind: 'http', interval })),
      );
      chosen.set(customer.account(), interval);
      ownPaused.set(customer.account(), new Set());
      return count;
    },
    /** Pauses the newest running ones. */
    async pause(count: number) {
      const newest = ((await rows()) ?? []).filter(({ active }) => active).slice(-count);
      for (const { id } of newest) {
        await control(`monitors/${id}`, { active: false });
        paused().add(id);
      }
      moves += 1;
      return newest.length;
    },
    async resume() {
      if ((await rows()) === null) return 0;
      const own = [...paused()];
      for (const id of own) await control(`monitors/${id}`, { active: true });
      paused().clear();
      moves += 1;
      return own.length;
    },
    /**
     * Resumes every ten minutes what we paused, until midnight at the latest.
     * @returns How often.
     */
    async insist(times: number, work: () => Promise<void>) {
      const active = async () => ((await rows()) ?? []).filter((row) => row.active).length;
      const isToday = businessDay(world.now()) === businessDay(world.now() + (times + 1) * TEN_MINUTES_MS);
      const ours = ((await rows()) ?? []).filter((row) => !row.active && !paused().has(row.id));
      if (!isToday || ours.length === 0) return 0;
      const allowed = await active();
      let roundsOver = 0;
      for (let round = 0; round < times; round += 1) {
        for (const { id } of ours) await control(`monitors/${id}`, { active: true });
        world.pass(TEN_MINUTES_MS);
        await work();
        if ((await active()) > allowed) roundsOver += 1;
      }
      moves += 1;
      insisted = { rounds: times, roundsOver };
      return times;
    },
    /** @returns Whether it slept. */
    async wake() {
      const { status, body } = await customer.ask(wakeEndpoint, {}, 'POST');
      isWoken = status === 200 && WakeAnswer.parse(body).isWoken;
      return isWoken;
    },
    /** Records whether the environment sleeps, and what is in its volume. */
    async lookAtSleep() {
      const values = world
        .services()
        .argocd.workloads()
        .find(({ subdomain }) => subdomain === tenant())?.values;
      const monitors = await volume();
      if (values === undefined || monitors === null) return;
      sleeps.push({
        ...{ day: businessDay(world.now()), account: customer.account() },
        ...{ plan: values['planId'] as PlanId, isAsleep: values['asleep'] === true, isWoken },
        running: monitors.filter(({ active, type }) => active && type !== 'group').length,
        volume: JSON.stringify(
          monitors.map(({ id, type, active, interval }) => [id, type, active, interval]),
        ),
      });
      isWoken = false;
    },
    sleeps,
    /** Records their state. */
    async look(quietDays: number) {
      const interval = chosen.get(customer.account());
      if (interval === undefined || customer.person() === null) return;
      const { status, body } = await customer.ask(accountLimitsEndpoint, undefined, 'GET');
      const now = await rows();
      if (status !== 200 || now === null || !('monitorLimit' in body)) return;
      const limits = body as Limits;
      const until = [limits.number?.endsAt, limits.interval?.endsAt].filter((each) => each !== undefined);
      seen.push({
        ...{
          day: businessDay(world.now()),
          account: customer.account(),
          quietDays,
          plan: limits.plan,
          moves,
        },
        ...{ limit: limits.monitorLimit, leastInterval: limits.heartbeatSeconds },
        running: now.filter(({ active }) => active).map(({ id }) => id),
        ...{ ownPaused: [...paused()], pausedByUs: limits.paused.map(({ id }) => id) },
        intervals: now.map(({ id, interval: current }) => ({
          ...{ id, chosen: interval, now: current },
          raisedFrom: limits.raised.find((each) => each.id === id)?.from ?? null,
        })),
        insisted,
        mailsToday: mailsOfToday(),
        isOver: limits.number !== undefined || limits.interval !== undefined,
        until: until.length === 0 ? null : businessDay(Math.min(...until.map((each) => Date.parse(each)))),
      });
      insisted = null;
    },
    seen,
  };
}
