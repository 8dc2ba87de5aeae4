import { takeOver } from '#lib/take-over.ts';
import { Showcase } from './showcase.tsx';

/** @param part Place of the controls, with the names of the slides. */
export const takeOverShowcase = (part: HTMLElement): void =>
  takeOver(
    part,
    <Showcase names={JSON.parse(part.dataset['showcase'] ?? '[]')} carousel={part.closest('section')} />,
  );
