/**
 * Decides who may enter: an account that is signed in, in the tenant's group and on the list of admitted accounts.
 *
 * The sign-in's cookie contains the groups for hours; the list is read on each request, so that access ends when it
 * changes.
 */
import { readFileSync } from 'node:fs';
import { writeRecord } from './record-file.mjs';

const ANSWER_TIMEOUT_MS = 5000;
const ACCOUNTS_MAX = 1000;
/** Revision 0: there is no list yet, and the group alone decides. */
const NO_LIST = { revision: 0, accounts: [] };

/** Parses a list from outside; `null` for an invalid one. Accounts are subjects, as in the tokens' `sub`. */
export function readList(value) {
  const { revision, accounts } = value ?? {};
  if (!Number.isSafeInteger(revision) || revision < 0 || !Array.isArray(accounts)) return null;
  if (accounts.length > ACCOUNTS_MAX || !accounts.every((one) => typeof one === 'string' && one !== ''))
    return null;
  return { revision, accounts };
}

/**
 * The list in a file; an empty one when the file is missing.
 * @throws Error for an unreadable file; no account is admitted then.
 */
function readFile(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return NO_LIST;
    throw error;
  }
  const list = readList(JSON.parse(text));
  if (list === null) throw new Error(`${path} holds no list of accounts`);
  return list;
}

function revisionOf(path) {
  try {
    return readFile(path).revision;
  } catch {
    return NO_LIST.revision;
  }
}

/**
 * The list from the chart and the one that the Worker sent; the higher revision counts.
 * @param {{ chartFile: string, sentFile: string }} files The second one survives restarts.
 */
export function createAdmitted({ chartFile, sentFile }) {
  const current = () => {
    const [chart, sent] = [readFile(chartFile), readFile(sentFile)];
    return sent.revision > chart.revision ? sent : chart;
  };
  return {
    current,
    /**
     * Stores a newer list, also in place of an unreadable one.
     * @returns {boolean} False for an older one; the same one again changes nothing.
     */
    replace(list) {
      if ([chartFile, sentFile].some((path) => list.revision < revisionOf(path))) return false;
      writeRecord(sentFile, list);
      return true;
    },
  };
}

/**
 * Makes the check "may the holder of this cookie enter?", answered with 204, 401 (not signed in) or 403.
 *
 * @param {{ signInUrl: string, group: string, admitted: { current: () => { revision: number, accounts: string[] } } }}
 *   options
 * @returns {(headers: { cookie?: string, host?: string }) => Promise<204 | 401 | 403>} Rejects when the sign-in does
 *   not answer or the list is unreadable: no account is admitted then.
 */
export function createAdmission({ signInUrl, group, admitted }) {
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
