/** Reads the reports, and switches their mail. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReportsAnswer } from '#domain/contracts/reports.ts';
import { isSessionExpired } from '#features/session/expired.ts';
import { getReports, postReportMail } from '#lib/api.ts';
import { currentPath } from '#lib/navigate.ts';
import { login } from '#lib/session.ts';

const reportsKey = ['reports'];

function signInAgain(error: unknown): void {
  if (!isSessionExpired(error)) return;
  // Offline, the way to the sign-in page is closed too: the page says what it could not load.
  login({ redirectTo: currentPath() }).catch(() => undefined);
}

/** @param month `undefined` for the newest that is over. The month before stays in sight while another loads. */
export function useReports(month: string | undefined) {
  return useQuery({
    queryKey: [...reportsKey, month],
    queryFn: async ({ signal }) => {
      try {
        return await getReports(month, signal);
      } catch (error) {
        signInAgain(error);
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
        signInAgain(error);
        throw error;
      }
    },
    onSuccess: (porEmail) =>
      queries.setQueriesData<ReportsAnswer>({ queryKey: reportsKey }, (known) =>
        known === undefined ? undefined : { ...known, porEmail },
      ),
  });
}
