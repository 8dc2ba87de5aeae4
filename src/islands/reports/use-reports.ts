/** Reads the reports, and switches their mail. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReportsAnswer } from '#domain/contracts/reports.ts';
import { signInIfExpired } from '#features/session/expired.ts';
import { getReports, postReportMail } from '#lib/api.ts';

const reportsKey = ['reports'];

/** @param month `undefined` for the newest that is over. The month before stays in sight while another loads. */
export function useReports(month: string | undefined) {
  return useQuery({
    queryKey: [...reportsKey, month],
    queryFn: async ({ signal }) => {
      try {
        return await getReports(month, signal);
      } catch (error) {
        void signInIfExpired(error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

export function useMailSwitch() {
  const queries = useQueryClient();
  return useMutation<boolean, Error, boolean>({
    mutationFn: async (isOn) => {
      try {
        await postReportMail(isOn);
        return isOn;
      } catch (error) {
        void signInIfExpired(error);
        throw error;
      }
    },
    onSuccess: (porEmail) =>
      queries.setQueriesData<ReportsAnswer>({ queryKey: reportsKey }, (known) =>
        known === undefined ? undefined : { ...known, porEmail },
      ),
  });
}
