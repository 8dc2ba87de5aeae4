/**
 * Every primitive in every state, from its example file.
 *
 * Examples that cover the page have their own address: `/galeria?exemplo=dialog-0`.
 */
import { useEffect, useState } from 'react';
import type { Example } from '#ui/examples.ts';

const files = import.meta.glob<{ examples: readonly Example[] }>('../ui/*.examples.tsx', { eager: true });

interface Entry extends Example {
  readonly id: string;
}

const families = Object.entries(files).map(([path, { examples }]) => {
  const name = path.replace('../ui/', '').replace('.examples.tsx', '');
  return { name, entries: examples.map((example, index): Entry => ({ ...example, id: `${name}-${index}` })) };
});

export function Gallery() {
  const [only, setOnly] = useState<string | null>(null);
  useEffect(() => setOnly(new URLSearchParams(location.search).get('exemplo')), []);
  const alone = families.flatMap(({ entries }) => entries).find(({ id }) => id === only);
  if (alone !== undefined) return <div data-alone={alone.id}>{alone.element}</div>;
  return (
    <>
      {families.map(({ name, entries }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{name}</h2>
          {entries.map((entry) => (
            <Specimen key={entry.id} entry={entry} />
          ))}
        </section>
      ))}
    </>
  );
}

function Specimen({ entry }: { entry: Entry }) {
  return (
    <div className="specimen" data-example={entry.id}>
      <p>{entry.name}</p>
      <div>
        {entry.takesPage ? (
          <a href={`?exemplo=${entry.id}`} data-alone-link={entry.id}>
            ver sozinho
          </a>
        ) : (
          entry.element
        )}
      </div>
    </div>
  );
}
