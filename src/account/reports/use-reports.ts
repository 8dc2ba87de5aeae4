/** Reads the reports and turns their mail on and off. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ReportsAnswer, reportMailEndpoint, reportsPath } from '#domain/api-schemas/reports.ts';
import { ask, post } from '#lib/api.ts';

const reportsKey = ['reports'];

/**
 * @param month `undefined` for the last complete one. The month shown before stays until the next has loaded.
 * @param mayRead False while it is not known whose page it is.
 */
export function useReports(month: string | undefined, mayRead: boolean) {
  return useQuery({
    queryKey: [...reportsKey, month],
    enabled: mayRead,
    queryFn: ({ signal }) => ask(reportsPath(month), ReportsAnswer, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

export function useMailSwitch() {
  const queries = useQueryClient();
  return useMutation<boolean, Error, boolean>({
    mutationFn: async (isOn) => {
      await post(reportMailEndpoint, z.null(), { body: { byMail: isOn } });
      return isOn;
    },
    onSuccess: (byMail) =>
      queries.setQueriesData<ReportsAnswer>({ queryKey: reportsKey }, (known) =>
        known === undefined ? undefined : { ...known, byMail },
      ),
  });
}
