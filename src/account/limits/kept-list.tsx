/** The list of monitors to keep: search, only the chosen ones, and clearing the choice. */

import { useId, useState } from 'react';
import { hasWords } from '#account/has-words.ts';
import type { ChoosableMonitor } from '#domain/api-schemas/limits.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { SearchField } from '#ui/search-field.tsx';

/** Shorter lists are read at a glance. */
const SEARCHED_FROM = 12;

interface KeptListProps {
  readonly monitors: readonly ChoosableMonitor[];
  readonly kept: ReadonlySet<number>;
  readonly onKept: (kept: ReadonlySet<number>) => void;
}

export function KeptList({ monitors, kept, onKept }: KeptListProps) {
  const id = useId();
  const [sought, setSought] = useState('');
  const [isOnlyKept, setOnlyKept] = useState(false);
  const shown = monitors.filter(
    ({ id: each, name, type, address = '' }) =>
      hasWords(`${name} ${type} ${address}`, sought) && (!isOnlyKept || kept.has(each)),
  );
  const choose = (monitor: number, isKept: boolean): void => {
    const next = new Set(kept);
    if (isKept) next.add(monitor);
    else next.delete(monitor);
    onKept(next);
  };
  return (
    <div className="grid gap-4">
      {monitors.length < SEARCHED_FROM ? null : (
        <SearchField
          id={`${id}-busca`}
          label="Procurar pelo nome, endereço ou tipo"
          value={sought}
          onValue={setSought}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Checkbox
          id={`${id}-marcados`}
          label="Ver só os marcados"
          checked={isOnlyKept}
          onChange={({ target }) => setOnlyKept(target.checked)}
        />
        <Button variant="secondary" size="sm" onClick={() => onKept(new Set())}>
          Desmarcar todos
        </Button>
      </div>
      {shown.length === 0 ? <p className="text-ink-soft">Nenhum monitor com essas palavras.</p> : null}
      <fieldset className="grid">
        <legend className="sr-only">Monitores que continuam</legend>
        {shown.map(({ id: monitor, name, type, address }) => (
          <div key={monitor} className="border-t border-line py-2.5">
            <Checkbox
              id={`${id}-${monitor}`}
              label={<span className="block wrap-anywhere">{name}</span>}
              after={
                <span className="block text-note wrap-anywhere text-ink-soft">
                  {address === undefined ? type : `${type} · ${address}`}
                </span>
              }
              checked={kept.has(monitor)}
              onChange={({ target }) => choose(monitor, target.checked)}
            />
          </div>
        ))}
      </fieldset>
    </div>
  );
}
