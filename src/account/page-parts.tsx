/** Links to the parts of the account page below them. */
export type PagePart = readonly [id: string, label: string];

export function PageParts({ parts }: { readonly parts: readonly PagePart[] }) {
  return (
    <nav aria-label="Nesta página">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-ui text-ink-soft underline underline-offset-4 hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
