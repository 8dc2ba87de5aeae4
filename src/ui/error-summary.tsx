/**
 * The errors of a form, as links to the fields.
 *
 * Takes the focus whenever `focusCount` rises, so that screen readers read it. Not a live region, because it changes
 * with every corrected field. While it is shown, the page's title starts with "Erro:" (GOV.UK design system).
 */
import { type MouseEvent, useEffect, useRef } from 'react';

export interface SummaryEntry {
  /** Id of the control. */
  readonly fieldId: string;
  readonly label: string;
  readonly sentence: string;
}

interface ErrorSummaryProps {
  readonly title: string;
  readonly entries: readonly SummaryEntry[];
  /** How many errors are not listed, in words. */
  readonly more: string | null;
  readonly focusCount: number;
}

export function ErrorSummary({ title, entries, more, focusCount }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);
  const isShown = focusCount > 0 && entries.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const { title: plain } = document;
    document.title = `Erro: ${plain}`;
    return () => {
      document.title = plain;
    };
  }, [isShown]);
  if (entries.length === 0) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className="rounded-lg border border-down-text bg-down-soft px-5 py-4 text-down-text focus-visible:outline-2 focus-visible:outline-focus"
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1.5 list-disc ps-5">
        {entries.map((entry) => (
          <li key={entry.fieldId}>
            <a
              href={`#${entry.fieldId}`}
              onClick={(event) => focusField(event, entry.fieldId)}
              className="underline"
            >
              {entry.sentence.startsWith(entry.label) ? entry.sentence : `${entry.label}: ${entry.sentence}`}
            </a>
          </li>
        ))}
      </ul>
      {more === null ? null : <p className="mt-1.5">{more}</p>}
    </section>
  );
}

/** Only focuses the field, because a fragment in the address would conflict with the sign-in's answer. */
function focusField(event: MouseEvent, fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
