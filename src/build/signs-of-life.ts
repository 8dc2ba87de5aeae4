/** What tells that somebody is there: islands and whatever else waits for a reader wake up with the first of them. */
export const SIGNS_OF_LIFE = [
  'pointerover',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'wheel',
] as const;
