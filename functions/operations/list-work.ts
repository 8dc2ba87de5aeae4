/** What of the due work is late or keeps failing, for operators. */
import type { WorkLine } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { listLateWork } from '#functions/platform/work/late-work.ts';
import { hurryWork } from '#functions/platform/work/work-store.ts';
import { workKinds } from '#functions/work.ts';

const LINES_MAX = 100;
/** Work due for longer should have been done by several scheduled runs. */
export const LATE_MS = 300_000;

const names = new Map(workKinds.map(({ kind, title }) => [kind, title]));

/** A kind of work in words. */
export const nameOfWork = (kind: string): string => names.get(kind) ?? kind;

/** The kinds whose failures mean that the service is not ready. */
export const urgentWork: readonly string[] = workKinds.flatMap(({ kind, isUrgent }) =>
  isUrgent ? [kind] : [],
);

/**
 * Lists late and failing work, the longest first.
 * @param retried An item to be tried at once, as "kind key".
 * @throws DomainError `not-found` when there is no such item: it may be done by now.
 */
export async function listWork(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  retried?: string,
): Promise<WorkLine[]> {
  const now = clock.now();
  if (retried !== undefined) {
    const [kind = '', ...key] = retried.split(' ');
    if (!(await hurryWork(db, kind, key.join(' '), now)))
      throw new DomainError('not-found', { sentence: 'Não há este trabalho: talvez já esteja feito.' });
  }
  const found = await listLateWork(db, now - LATE_MS, LINES_MAX);
  return found.map((line) => ({ ...line, name: nameOfWork(line.kind) }));
}
