/**
 * What follows a reader through an article: the section being read, and what the end of the article shows of this
 * browser. Loaded when the reader scrolls.
 */

import { keepVisit } from '#docs/offline/keep-offline.ts';
import { voteOn } from '#docs/reader-memory.ts';
import { markCurrentSection } from './mark-section.ts';

/** @param showVote Loads the question at the end, which shows an earlier vote. */
export function followReading(showVote: () => Promise<unknown>): void {
  markCurrentSection();
  const page = document.querySelector<HTMLElement>('[data-feedback]')?.dataset['feedback'];
  if (page !== undefined && voteOn(page).isHelpful !== null) void showVote().catch(() => {});
  void keepVisit();
}
