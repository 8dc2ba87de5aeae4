/**
 * The list on /docs narrowed by what its address asks for, before the first paint: hidden by a script that comes after
 * the list, it would be drawn whole and then jump.
 */

/** What the address may ask for (`?nivel=basico&categoria=notifications`), and the data attribute of the rows that have it. */
export const NARROWED_BY = ['nivel', 'categoria'] as const;
export type NarrowedBy = (typeof NARROWED_BY)[number];

/** Before the field's name, the attribute of <html> with the value that is asked for. */
const ASKED = 'data-asked-';
export const askedAttribute = (field: NarrowedBy): string => `${ASKED}${field}`;

/** Runs in <head>. An unknown value matches none of the rules below, so nothing is hidden. */
export const narrowScript = `for(const [n,v] of new URLSearchParams(location.search))if(${JSON.stringify(NARROWED_BY)}.includes(n))document.documentElement.setAttribute('${ASKED}'+n,v)`;

/** Hides the rows and sections that were not asked for; a section also when none of its rows is left. */
export function narrowStyles(offered: Readonly<Record<NarrowedBy, readonly string[]>>): string {
  const rules = NARROWED_BY.flatMap((field) =>
    offered[field].map((value) => {
      const asked = `:root[${askedAttribute(field)}="${value}"]`;
      const own = `[data-${field}="${value}"]`;
      return field === 'nivel'
        ? `${asked} :is(.article-row:not(${own}),.category:not(:has(${own})))`
        : `${asked} .category:not(${own})`;
    }),
  );
  return `${rules.join()}{display:none}`;
}
