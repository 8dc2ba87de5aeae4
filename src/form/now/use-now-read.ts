/** Reads how the monitors stand, again and again while the page is looked at, and says "Estou vendo". */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NOW_SECONDS, Now, nowEndpoint } from '#domain/api-schemas/now.ts';
import { SeenAnswer, seenEndpoint } from '#domain/api-schemas/seen.ts';
import { message } from '#domain/messages/now.ts';
import { useChange } from '#form/use-change.ts';
import { ask, post } from '#lib/api.ts';

const nowKey = ['now'];

/** What was read before is not true any more: two questions were not answered, or the page was away. */
const OLD_MS = 3 * NOW_SECONDS * 1000;

export interface NowRead {
  /** `isCurrent` is false also where this page hears nothing; `undefined` before the first answer. */
  readonly now: Now | undefined;
  /** True while what was read is old, and a newer answer is on its way. */
  readonly isAsking: boolean;
  /** The first answer failed. */
  readonly hasFailed: boolean;
  readonly isLoading: boolean;
}

/** @param isWanted False while there is nothing to read. */
export function useNowRead(isWanted: boolean): NowRead {
  const queries = useQueryClient();
  const { data, dataUpdatedAt, isError, isFetching } = useQuery({
    queryKey: nowKey,
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const read = await ask(nowEndpoint, Now, { signal });
      // A report may be older than what this page heard itself.
      const before = queries.getQueryData<Now>(nowKey)?.heardAt ?? null;
      return before === null ? read : { ...read, heardAt: Math.max(before, read.heardAt ?? 0) };
    },
    refetchInterval: NOW_SECONDS * 1000,
    refetchOnWindowFocus: 'always',
  });
  const isOld = data !== undefined && Date.now() - dataUpdatedAt > OLD_MS;
  return {
    now: isOld ? { ...data, isCurrent: false } : data,
    isAsking: isOld && isFetching,
    hasFailed: isError && data === undefined,
    isLoading: isWanted && data === undefined && !isError,
  };
}

/** Says "Estou vendo" of falls; the answer shows it. */
export function useSeen() {
  const queries = useQueryClient();
  return useChange(
    (falls: readonly number[]) => post(seenEndpoint, SeenAnswer, { body: { falls } }),
    { title: message('now.seen-failed-title') },
    (now) => {
      queries.setQueryData(nowKey, now);
    },
  );
}
