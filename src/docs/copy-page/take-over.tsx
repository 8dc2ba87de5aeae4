import { takeOver } from '#lib/take-over.ts';
import { CopyPage } from './copy-page.tsx';

/** Each part has the address of the article's Markdown. */
export function takeOverCopyPage(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-copy-page]'))
    takeOver(part, <CopyPage href={part.dataset['copyPage'] ?? ''} />);
}
