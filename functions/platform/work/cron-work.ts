/** Work that does nothing: while it is not late, the scheduled run works through the queue. */
import type { Clock } from '#functions/platform/clock.ts';
import { defineWork } from './define-work.ts';

export const CRON_WORK = 'cron';
const EVERY_MS = 60_000;

export const cronWork = defineWork<{ readonly clock: Clock }>({
  kind: CRON_WORK,
  title: 'Tarefa agendada',
  perRun: 1,
  isAlways: true,
  run: async ({ clock }) => ({ againAt: clock.now() + EVERY_MS }),
});
