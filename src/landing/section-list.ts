/**
 * Sections of the landing page: which are shown, their order, and the header's links.
 *
 * Everything comes from the front matter; no section is named here.
 */

/** The fields of the front matter that are used here. */
export interface Placed {
  readonly section: string;
  readonly order: number;
  readonly hidden: boolean;
  readonly anchor: string;
  readonly menu?: string | undefined;
}

/**
 * The visible sections, in order.
 *
 * @throws Error In Portuguese, when two sections have the same kind, position or anchor.
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

/** Links of the header: the visible sections with a menu name. */
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
