/**
 * Decides who may enter: an account that is signed in, in the tenant's group and on the list of admitted accounts.
 *
 * The sign-in's cookie contains the groups for hours; the list is read on each request, so that access ends when it
 * changes.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AdmittedAccounts } from './contract.ts';
import { readTextOrNull, writeRecord } from './record-file.ts';

const ANSWER_TIMEOUT_MS = 5000;
/** Revision 0: there is no list yet, and the group alone decides. */
const NO_LIST: AdmittedAccounts = { revision: 0, accounts: [] };

/**
 * The list in a file; an empty one when the file is missing.
 * @throws Error for an unreadable file; no account is admitted then.
 */
function readFile(path: string): AdmittedAccounts {
  const text = readTextOrNull(path);
  return text === null ? NO_LIST : AdmittedAccounts.parse(JSON.parse(text));
}

function revisionOf(path: string): number {
  try {
    return readFile(path).revision;
  } catch {
    return NO_LIST.revision;
  }
}

/** The list from the chart and the one that the Worker sent, which survives restarts; the higher revision counts. */
export function createAdmitted({ chartFile, sentFile }: { chartFile: string; sentFile: string }) {
  return {
    current(): AdmittedAccounts {
      const [chart, sent] = [readFile(chartFile), readFile(sentFile)];
      return sent.revision > chart.revision ? sent : chart;
    },
    /** Stores a newer list, also in place of an unreadable one. False for an older one; the same again changes nothing. */
    replace(list: AdmittedAccounts): boolean {
      if ([chartFile, sentFile].some((path) => list.revision < revisionOf(path))) return false;
      writeRecord(sentFile, list);
      return true;
    },
  };
}
export type Admitted = ReturnType<typeof createAdmitted>;

/**
 * Whether the holder of a cookie may enter, as a status: 204, 401 (not signed in) or 403. Rejects when the sign-in does
 * not answer or the list is unreadable: no account is admitted then.
 */
export type Admission = (headers: Pick<IncomingHttpHeaders, 'cookie' | 'host'>) => Promise<number>;

export function createAdmission(options: {
  signInUrl: string;
  group: string;
  admitted: Pick<Admitted, 'current'>;
}): Admission {
  const { signInUrl, group, admitted } = options;
  const url = `${signInUrl}/oauth2/auth?allowed_groups=${encodeURIComponent(group)}`;
  return async ({ cookie = '', host = '' }) => {
    const answer = await fetch(url, {
      headers: { cookie, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) return answer.status;
    if (!answer.ok) throw new Error(`the sign-in answers ${answer.status}`);
    const { revision, accounts } = admitted.current();
    if (revision === 0) return 204;
    return accounts.includes(answer.headers.get('x-auth-request-user') ?? '') ? 204 : 403;
  };
}
