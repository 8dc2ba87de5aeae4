/**
 * Filters the list on /docs by the address before the first paint. A script after the list would hide rows only once
 * the whole list is visible, and the page would jump.
 */

/** Filters in the address (`?nivel=basico&categoria=notifications`), and data attributes of the rows. */
export const NARROWED_BY = ['nivel', 'categoria'] as const;
export type NarrowedBy = (typeof NARROWED_BY)[number];

/** Prefix of the attributes of <html> that hold the filters. */
const ASKED = 'data-asked-';
export const askedAttribute = (field: NarrowedBy): string => `${ASKED}${field}`;

/** Runs in <head>. An unknown value matches no rule below, so it hides nothing. */
export const narrowScript = `for(const [n,v] of new URLSearchParams(location.search))if(${JSON.stringify(NARROWED_BY)}.includes(n))document.documentElement.setAttribute('${ASKED}'+n,v)`;

/** Hides the rows and sections outside the filter, and sections without a visible row. */
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
