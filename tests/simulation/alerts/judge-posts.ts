/**
 * What a webhook's program believes, from the posts that it took: at the end it must know what is true, no post may have been
 * false, and those of a monitor come in their order.
 */
import type { Taken } from './channels.ts';
import { calledOf } from './lines.ts';
import { type Model, timelineOf } from './model.ts';
import { stretchAt } from './replay.ts';

/** A since is written to the second. */
const EXACT_MS = 1000;

export interface Posted {
  readonly model: Pick<Model, 'monitors' | 'turnedBack'>;
  readonly taken: readonly Taken[];
  /** Environments whose webhook must know everything at the end. */
  readonly knowing: readonly number[];
  readonly at: number;
}

/** @returns What is wrong, and how many posts and last words there were to judge. */
export function judgePosts({ model, taken, knowing, at }: Posted): {
  readonly wrong: readonly string[];
  readonly met: Readonly<Record<string, number>>;
} {
  const wrong: string[] = [];
  let words = 0;
  const byMonitor = new Map<string, Taken[]>();
  for (const each of taken) {
    if (each.body.monitor === undefined || !/^monitor\.(?:down|up|left)$/.test(each.body.event)) continue;
    const name = calledOf(each.body.monitor.name);
    byMonitor.set(name, [...(byMonitor.get(name) ?? []), each]);
  }
  for (const monitor of model.monitors) {
    const posts = byMonitor.get(monitor.name) ?? [];
    const timeline = timelineOf(monitor);
    const begun = timeline.runs.flatMap(({ sinces }) => sinces);
    for (const { body } of posts)
      if (body.event === 'monitor.left' && timeline.leavings.length === 0)
        wrong.push(`R2 webhook: ${monitor.name} did not leave at ${body.timestamp}`);
    for (const { body } of posts)
      if (body.event === 'monitor.down' && !begun.some((since) => near(since, body.timestamp)))
        wrong.push(`R2 webhook: ${monitor.name} did not fall at ${body.timestamp}`);
    // After a copy of the database was put back, numbers begin anew.
    if (model.turnedBack.length === 0)
      for (const [place, { body, id }] of posts.entries()) {
        const before = posts[place - 1];
        if (before !== undefined && before.id !== id && before.body.sequence >= body.sequence)
          wrong.push(`R1 webhook: ${monitor.name} out of order at ${body.sequence}`);
      }
    const [, environment = ''] = /^E(\d+)/.exec(monitor.name) ?? [];
    const { run, state } = stretchAt(timeline, at);
    if (!knowing.includes(Number(environment))) continue;
    words += 1;
    const last = posts.at(-1)?.body;
    if (run === null && state === 'up' && last?.event === 'monitor.down')
      wrong.push(`R1 webhook: ${monitor.name} is up, and its last word is ${JSON.stringify(last)}`);
    if (run === null) continue;
    if (last?.event !== 'monitor.down' || !run.sinces.some((since) => near(since, last.timestamp)))
      wrong.push(
        `R1 webhook: ${monitor.name} is down since ${new Date(run.since).toISOString()}, and its last word is ${JSON.stringify(last)}`,
      );
  }
  return { wrong, met: { 'R1 webhook: the last word': words, 'R2 webhook: each post': taken.length } };
}

const near = (since: number, written: string): boolean => Math.abs(Date.parse(written) - since) <= EXACT_MS;
