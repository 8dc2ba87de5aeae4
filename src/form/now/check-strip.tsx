/** The newest checks of a monitor, the newest on the right. */
import { PICTURE_BEATS } from '#domain/api-schemas/status-picture.ts';
import { beatsWords } from '#domain/now/words.ts';
import { type BeatRun, Heartbeat } from '#ui/heartbeat.tsx';

const states = { u: 'up', d: 'down', p: 'idle', m: 'maintenance' } as const;

/** @param beats A letter each, as in the picture. */
export function CheckStrip({ beats }: { readonly beats: string }) {
  const runs = [...beats.matchAll(/([udpm])\1*/g)].map(
    ([run, letter]): BeatRun => ({ state: states[letter as keyof typeof states], count: run.length }),
  );
  const left = PICTURE_BEATS - beats.length;
  return (
    <Heartbeat
      size="sm"
      label={beatsWords(beats)}
      runs={left > 0 ? [{ state: 'free', count: left }, ...runs] : runs}
    />
  );
}
