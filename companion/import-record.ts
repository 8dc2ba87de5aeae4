/** What was brought from elsewhere, by source, and what was being made when the companion last wrote it down. */
import * as z from 'zod/mini';
import type { Log } from './log.ts';
import { type Kept, readRecord, writeRecord } from './record-file.ts';

const Brought = z.object({
  /** Its id here, once it is whole. */
  made: z.exactOptional(z.int()),
  /**
   * Before that: the highest id when it was begun, so that one made by an interrupted start is found among the later ones.
   */
  after: z.exactOptional(z.int()),
  /** True for a group that is still paused, because it had no monitors yet. */
  resume: z.exactOptional(z.literal(true)),
});
/** One thing of a source. */
export type Brought = z.output<typeof Brought>;
/** By source, then by kind and id, as `monitor:12`. */
export type Imported = Map<string, Map<string, Brought>>;

const Sources = z.record(z.string(), z.record(z.string(), Brought));

/** The record in a file that survives restarts; empty when the file is missing or damaged. */
export const createImportRecord = (path: string, log?: Log): Kept<Imported> => ({
  read: () =>
    new Map(
      Object.entries(readRecord(path, Sources, log) ?? {}).map(([source, items]) => [
        source,
        new Map(Object.entries(items)),
      ]),
    ),
  write: (imported) =>
    writeRecord(
      path,
      Object.fromEntries([...imported].map(([source, items]) => [source, Object.fromEntries(items)])),
    ),
});
