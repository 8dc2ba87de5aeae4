/** The steps of an import: read a source, show what becomes of it, send it in batches. */
import { useRef, useState } from 'react';
import {
  type Answered,
  type ImportLine,
  keyOfLine,
  plannedLines,
  sentLines,
} from '#account/import/rules/result.ts';
import type { ImportCapacity, ImportSource } from '#domain/api-schemas/import.ts';
import type { ImportedItem, Reading } from '#domain/import/items.ts';
import { isMade, planImport } from '#domain/import/plan.ts';
import { readUptimeRobot } from '#domain/import/uptimerobot.ts';
import { type ImportMessageId, message } from '#domain/messages/import.ts';
import type { Result } from '#domain/result.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { ApiError } from '#lib/api.ts';
import { signInAgain } from '#session/expired.ts';
import { batchesOf, withoutUncarried } from './batches.ts';
import { getImportCapacity, postImport, readRobotAccount } from './import-api.ts';

/** A minute has a limit of calls; after this pause there is room again. */
const PAUSE_MS = 20_000;
const PAUSES_MAX = 10;

/** What was read, and the environment's capacity. */
interface Source {
  readonly reading: Reading;
  readonly capacity: ImportCapacity;
}

export type ImportStep =
  | { readonly step: 'choose' }
  | { readonly step: 'reading' }
  | { readonly step: 'preview'; readonly source: Source }
  | {
      readonly step: 'sending' | 'stopped' | 'done';
      readonly lines: readonly ImportLine[];
      readonly done: number;
      readonly total: number;
      /** True while we wait for room in the minute. */
      readonly isPaused: boolean;
    };

/** Why the last step failed: a sentence about the file, or a failed call. */
export interface ImportProblem {
  readonly sentence: string | null;
  readonly failure: Failure | null;
}

const none: ImportProblem = { sentence: null, failure: null };

/** The preview of a source; channels only where the owner wants them. */
export function previewOf({ reading, capacity }: Source, hasChannels: boolean) {
  const wanted = reading.found.flatMap(({ item, notes }) => {
    if (hasChannels) return [{ item, notes }];
    return item.kind === 'channel' ? [] : [{ item: { ...item, channels: [] }, notes }];
  });
  const fitting = withoutUncarried(wanted);
  const planned = planImport(fitting.found, capacity);
  return { planned, lines: plannedLines(planned, [...fitting.left, ...reading.left]) };
}

interface Work {
  readonly origin: ImportSource;
  readonly lines: readonly ImportLine[];
  readonly total: number;
  readonly answers: Map<string, Answered>;
  /** What is left to send; the first with the key of its try. */
  batches: readonly ImportedItem[][];
  key: string | null;
}

export function useImport() {
  const [step, setStep] = useState<ImportStep>({ step: 'choose' });
  const [problem, setProblem] = useState<ImportProblem>(none);
  const work = useRef<Work | null>(null);
  const isStopping = useRef(false);

  function fail(error: unknown): void {
    const failure = describeFailure(error, {
      title: message('import.failed-title'),
      unclear: message('import.unclear'),
    });
    setProblem({ sentence: failure.fields['key'] ?? null, failure });
    if (failure.needsSignIn) void signInAgain();
  }

  /** Reads a source, then the environment. */
  async function read(readSource: () => Promise<Result<Reading, ImportMessageId>>): Promise<void> {
    setProblem(none);
    setStep({ step: 'reading' });
    try {
      const reading = await readSource();
      if (reading.ok) {
        const capacity = await getImportCapacity(reading.value.source);
        setStep({ step: 'preview', source: { reading: reading.value, capacity } });
        return;
      }
      setProblem({ sentence: message(reading.problem), failure: null });
    } catch (error) {
      if (error instanceof DOMException)
        setProblem({ sentence: message('import.file-unread'), failure: null });
      else fail(error);
    }
    setStep({ step: 'choose' });
  }

  const readChosenFile = (file: File) =>
    read(async () => {
      const [{ readFile }, { readDatabaseInWorker }] = await Promise.all([
        import('./read-file.ts'),
        import('./open-database.ts'),
      ]);
      return readFile(file, readDatabaseInWorker);
    });

  const readRobot = (key: string) => read(async () => readUptimeRobot(await readRobotAccount(key)));

  function begin(source: Source, hasChannels: boolean): void {
    const { planned, lines } = previewOf(source, hasChannels);
    const items = planned.filter(isMade);
    work.current = {
      origin: source.reading.source,
      lines,
      total: items.length,
      answers: new Map(),
      // The server decides again what is over the plan, so a monitor goes as it was found.
      batches: batchesOf(
        items.map(({ item, result }) =>
          item.kind === 'monitor' && result === 'paused' ? { ...item, active: true } : item,
        ),
      ),
      key: null,
    };
    void send();
  }

  function show(name: 'sending' | 'stopped' | 'done', isPaused = false): void {
    const now = work.current;
    if (now === null) return;
    const { answers, lines, total } = now;
    const done = [...answers.values()].filter(({ result }) => result !== 'pending').length;
    setStep({ step: name, lines: sentLines(lines, answers, name !== 'sending'), done, total, isPaused });
  }

  /** Sends what is left, batch by batch; begins with the one whose outcome is unknown, under its key. */
  async function send(): Promise<void> {
    const now = work.current;
    if (now === null) return;
    isStopping.current = false;
    setProblem(none);
    show('sending');
    let pauses = 0;
    while (now.batches.length > 0 && !isStopping.current) {
      const [batch = [], ...rest] = now.batches;
      now.key ??= crypto.randomUUID();
      try {
        const { items } = await postImport({ source: now.origin, items: batch }, now.key);
        const pending = batch.filter((_, at) => items[at]?.result === 'pending');
        // An environment that begins nothing in its time would be asked for ever; an answer about other items is none.
        if (items.length !== batch.length || pending.length === batch.length) throw new ApiError('timeout');
        for (const item of items) now.answers.set(keyOfLine(item), item);
        now.batches = pending.length === 0 ? rest : [pending, ...rest];
        now.key = null;
        pauses = 0;
        show('sending');
      } catch (error) {
        // A batch whose answer was lost may still be under way.
        const isLimit =
          error instanceof ApiError &&
          ['rate-limited', 'idempotency-in-progress'].includes(error.body?.code ?? '');
        if (!isLimit || pauses === PAUSES_MAX) {
          fail(error);
          show('stopped');
          return;
        }
        pauses += 1;
        show('sending', true);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    show(now.batches.length === 0 ? 'done' : 'stopped');
  }

  return {
    step,
    problem,
    readChosenFile,
    readRobot,
    begin,
    resume: () => void send(),
    stop() {
      isStopping.current = true;
    },
    startAgain() {
      work.current = null;
      setProblem(none);
      setStep({ step: 'choose' });
    },
  };
}
