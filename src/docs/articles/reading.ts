/**
 * What follows a reader through an article: the section being read, and what the end of the article shows of this
 * browser. Loaded when the reader scrolls.
 */

import { offerOffline } from '#docs/offline/keep-offline.ts';
import { voteOn } from '#docs/reader-memory.ts';
import { markCurrentSection } from './mark-section.ts';

export function followReading(): void {
  markCurrentSection();
  showEarlierVote();
  void offerOffline();
}

/** The question at the end shows it once React has it, which otherwise waits for a hand (lib/client-press.ts). */
function showEarlierVote(): void {
  const question = document.querySelector<HTMLElement>('[data-feedback]');
  const page = question?.dataset['feedback'];
  if (page !== undefined && voteOn(page).isHelpful !== null)
    question?.querySelector('astro-island')?.dispatchEvent(new Event('press'));
}
