/** Current faults, when they end, and how long the product then has to notice. */
import { addDays, businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Faults end after this many steps; failing syncs wait for a person. */
const MENDS_AFTER = 2;
/** A lost event is found by a comparison within a week. */
const LOST_DAYS = 8;

export function createBreakage(world: World) {
  let mode: Extract<Step, { kind: 'events' }>['mode'] = 'normal';
  let postponed: string[] = [];
  let isAway = false;
  let left = 0;
  let isFailing = false;
  let wholeFrom = '';
  const today = () => businessDay(world.now());
  const lines = () => world.services().lines;

  const missed = (): void => {
    wholeFrom = addDays(today(), LOST_DAYS);
  };

  async function carry(body: string): Promise<number> {
    if (isAway) return 503;
    if (mode === 'lost') {
      missed();
      return 200;
    }
    if (mode === 'reversed') {
      postponed.push(body);
      return 200;
    }
    if (mode === 'twice') await world.deliver(body);
    return world.deliver(body);
  }
  world.carryEvents(carry);

  async function release(): Promise<void> {
    const bodies = postponed.toReversed();
    postponed = [];
    for (const body of bodies) await world.deliver(body);
  }

  async function mend(): Promise<void> {
    mode = 'normal';
    Object.assign(lines().asaas, { isDown: false, loseAnswers: 0 });
    lines().argocd.isDown = false;
    await release();
  }

  return {
    apply(step: Extract<Step, { kind: 'processor' | 'cluster' | 'events' | 'outage' }>) {
      left = MENDS_AFTER;
      if (step.kind === 'events') mode = step.mode;
      if (step.kind === 'processor')
        Object.assign(lines().asaas, {
          isDown: step.state === 'down',
          loseAnswers: step.state === 'loses' ? 2 : 0,
        });
      if (step.kind === 'cluster') {
        lines().argocd.isDown = step.state === 'down';
        isFailing = step.state === 'failing';
        world.services().argocd.app.request('/__stand-in/settings', {
          method: 'PATCH',
          body: JSON.stringify({ failNextSyncs: isFailing ? 1000 : 0 }),
          headers: { 'content-type': 'application/json' },
        });
      }
      if (wholeFrom < addDays(today(), 1)) wholeFrom = addDays(today(), 1);
    },
    /** Called before each step: faults from two steps ago end. */
    async nextStep() {
      if (left === 0) return;
      left -= 1;
      if (left > 0) return;
      if (wholeFrom < addDays(today(), 1)) wholeFrom = addDays(today(), 1);
      await mend();
    },
    /** Records a change without an event. */
    missed,
    /** Whether any fault is active. */
    isBroken: () => left > 0 || isFailing || isAway,
    /** Days since all faults ended and the product had time to notice what it missed. */
    quietDays() {
      if (left > 0 || isFailing || isAway) return 0;
      if (wholeFrom === '') return 1000;
      return Math.max(0, Math.round((Date.parse(today()) - Date.parse(wholeFrom)) / DAY_MS));
    },
    /** While the Worker is away, the processor gets no response. */
    setAway(next: boolean) {
      isAway = next;
      if (wholeFrom < addDays(today(), 2)) wholeFrom = addDays(today(), 2);
    },
    /** Delivers postponed events. */
    release,
  };
}
export type Breakage = ReturnType<typeof createBreakage>;
