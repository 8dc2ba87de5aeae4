/** Starts the worker that reads a database, and ends it when it takes too long. */
import { invalid } from '#domain/result.ts';
import type { Policy } from '#lib/trusted-types.ts';
import workerUrl from './database-worker.ts?worker&url';
import type { ReadDatabase } from './read-file.ts';

/** A database of 512 MB takes a few seconds; a hostile one might never end. */
const PATIENCE_MS = 60_000;

let policy: Policy | undefined;

/** Its address, the only one the page's policy allows. */
function trustedWorkerUrl(): string {
  policy ??= globalThis.trustedTypes?.createPolicy('vigia-importar', {
    createScriptURL: (text) => (text === workerUrl ? text : null),
  });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}

export const readDatabaseInWorker: ReadDatabase = (file) =>
  new Promise((resolve) => {
    const worker = new Worker(trustedWorkerUrl(), { type: 'module' });
    const finish = (result: Awaited<ReturnType<ReadDatabase>>): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => finish(invalid('import.file-slow')), PATIENCE_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<Awaited<ReturnType<ReadDatabase>>>) =>
      finish(data),
    );
    worker.addEventListener('error', () => finish(invalid('import.file-unread')));
    worker.postMessage(file);
  });
