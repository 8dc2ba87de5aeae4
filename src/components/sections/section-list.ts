/**
 * Which sections the landing page has, in which order, and which of them the header names.
 *
 * Everything is decided by front matter: nothing here knows a particular section.
 */

/** The part of a section's front matter that places it. */
export interface Placed {
  readonly section: string;
  readonly order: number;
  readonly hidden: boolean;
  readonly anchor: string;
  readonly menu?: string | undefined;
}

/**
 * The sections to show, from the first to the last.
 *
 * @throws Error In Portuguese, when two sections claim the same kind, place or anchor: one of them would be lost.
 */
export function visibleSections<Section extends Placed>(written: readonly Section[]): Section[] {
  const shown = written.filter(({ hidden }) => !hidden).toSorted((a, b) => a.order - b.order);
  for (const field of ['section', 'order', 'anchor'] as const) {
    const [first, second] = pairWithSame(shown, field);
    if (first === undefined || second === undefined) continue;
    throw new Error(
      `content/landing: as seções ${first.section} e ${second.section} têm o mesmo ${field} (${first[field]}). ` +
        `Troque o ${field} de uma delas ou esconda uma com hidden: true.`,
    );
  }
  return shown;
}

/** Links of the header: the visible sections that carry a name for it. */
export function sectionLinks(shown: readonly Placed[]): { label: string; href: string }[] {
  return shown.flatMap(({ menu, anchor }) =>
    menu === undefined ? [] : [{ label: menu, href: `/#${anchor}` }],
  );
}

function pairWithSame<Section extends Placed>(
  all: readonly Section[],
  field: 'section' | 'order' | 'anchor',
) {
  for (const [index, one] of all.entries()) {
    const other = all.slice(index + 1).find((candidate) => candidate[field] === one[field]);
    if (other !== undefined) return [one, other] as const;
  }
  return [];
}
