/** Items in groups by what becomes of them; a long group folds. */

import { type ImportLine, keyOfLine } from '#account/import/rules/result.ts';
import type { ImportResult } from '#domain/import/items.ts';
import { message } from '#domain/messages/import.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';

const tones: Readonly<Record<ImportResult, BadgeTone>> = {
  made: 'signal',
  paused: 'maintenance',
  present: 'neutral',
  refused: 'down',
  pending: 'neutral',
};

/** Groups with more are closed. */
const OPEN_MAX = 8;
/** Lines of one group; a phone should not lay out thousands. */
const SHOWN_MAX = 200;

interface LineListProps {
  readonly lines: readonly ImportLine[];
  /** Title of each group that is shown, in order. */
  readonly groups: readonly (readonly [result: ImportResult, title: string])[];
}

export function LineList({ lines, groups }: LineListProps) {
  return (
    <div className="grid [&>details]:border-t [&>details]:border-line">
      {groups.map(([result, title]) => {
        const own = lines.filter((line) => line.result === result);
        if (own.length === 0) return null;
        return (
          <details
            key={result}
            open={own.length <= OPEN_MAX || (result === 'refused' && own.length <= SHOWN_MAX)}
            className="py-3"
          >
            <summary className="cursor-pointer font-semibold">
              {title} <Badge tone={tones[result]}>{own.length}</Badge>
            </summary>
            <ul className="mt-2 grid gap-x-6">
              {own.slice(0, SHOWN_MAX).map((line) => (
                <li key={keyOfLine(line)} className="border-t border-line py-2 first:border-t-0">
                  <span className="font-semibold wrap-anywhere">
                    {line.name === '' ? 'Sem nome' : line.name}
                  </span>
                  {line.what === 'monitor' ? null : <span className="text-ink-soft"> ({line.what})</span>}
                  {line.notes.map((note) => (
                    <span key={note} className="block text-ui leading-6 text-ink-soft">
                      {note}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
            {own.length > SHOWN_MAX ? (
              <p className="mt-2 text-ui text-ink-soft">
                {message('import.more-lines', { count: own.length - SHOWN_MAX })}
              </p>
            ) : null}
          </details>
        );
      })}
    </div>
  );
}
