/** What is due about people: lists of admitted accounts that an environment has not got. */
import { sendAdmittedLists } from './send-admitted.ts';

export const peopleJobs = { admittedLists: sendAdmittedLists };
