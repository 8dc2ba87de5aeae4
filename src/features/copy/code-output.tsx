/** Text that a tool made, in the look of an article's code, with its own copy button. */
import './code.css';
import { CopyButton } from './copy-button.tsx';

interface CodeOutputProps {
  /** What it is, for whoever reaches it by keyboard: "Endereço de push". */
  readonly label: string;
  readonly code: string;
  /** Shown above, as the title of a code block is. */
  readonly title: string;
  /** One long line, broken where it must be instead of scrolled. */
  readonly isWrapped?: boolean;
}

export function CodeOutput({ label, code, title, isWrapped = false }: CodeOutputProps) {
  // What scrolls must be reachable by keyboard, and what is reached needs a name.
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
