/** Scheduled work on people: lists of admitted accounts, groups, and plans with fewer seats than people. */
import { followGroups } from './follow-group.ts';
import { followSeats } from './follow-seats.ts';
import { sendAdmittedLists } from './send-admitted.ts';

export const peopleJobs = {
  admittedLists: sendAdmittedLists,
  groups: followGroups,
  seats: followSeats,
};
