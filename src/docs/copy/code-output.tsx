/** A tool's output, shown like an article's code, with a copy button. */
import { CopyButton } from './copy-button.tsx';

interface CodeOutputProps {
  /** Name for screen readers: "Endereço de push". */
  readonly label: string;
  readonly code: string;
  /** Shown above, as the title of a code block is. */
  readonly title: string;
  /** Wraps one long line instead of scrolling it. */
  readonly isWrapped?: boolean;
}

export function CodeOutput({ label, code, title, isWrapped = false }: CodeOutputProps) {
  // A scrolling area must be focusable, and a focusable one needs a name.
  const scrolling = { tabIndex: 0, role: 'group', 'aria-label': label } as const;
  return (
    <div className="code-figure">
      <p className="code-title">{title}</p>
      <div className={isWrapped ? 'code code-wrap' : 'code'} data-code>
        <pre {...(isWrapped ? {} : scrolling)}>
          <code>{code}</code>
        </pre>
        <span className="code-copy">
          <CopyButton />
        </span>
      </div>
    </div>
  );
}
