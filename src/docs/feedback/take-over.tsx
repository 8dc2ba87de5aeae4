import { takeOver } from '#lib/take-over.ts';
import { Feedback } from './feedback.tsx';

/** The part has the article's route and the API's origin. */
export function takeOverFeedback(): void {
  const part = document.querySelector<HTMLElement>('[data-feedback]');
  const { feedback: page = '', api = '' } = part?.dataset ?? {};
  if (part) takeOver(part, <Feedback page={page} apiUrl={api} />);
}
