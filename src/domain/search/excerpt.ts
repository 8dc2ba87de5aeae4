/** A passage of a search result, cut where the found words begin and end. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/**
 * Reads the index's excerpt, which is HTML with `<mark>` around each match, into plain parts, so that no page
 * ever inserts it as HTML.
 */
export function excerptParts(html: string): readonly ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let isMatch = false;
  for (const piece of html.split(/(<\/?mark>)/)) {
    if (piece === '<mark>') isMatch = true;
    else if (piece === '</mark>') isMatch = false;
    else if (piece !== '') parts.push({ text: plainText(piece), isMatch });
  }
  return parts;
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
}

/** A passage without the heading it opens with, which stands above it already. */
export function afterHeading(parts: readonly ExcerptPart[], heading: string): readonly ExcerptPart[] {
  const text = parts.map((part) => part.text).join('');
  if (!text.startsWith(heading)) return parts;
  // The index closes a heading with a full stop where it has no mark of its own.
  let cut = heading.length + (/^\.?\s+/.exec(text.slice(heading.length))?.[0].length ?? -heading.length);
  return parts.flatMap((part) => {
    const rest = part.text.slice(cut);
    cut = Math.max(0, cut - part.text.length);
    return rest === '' ? [] : [{ ...part, text: rest }];
  });
}

/** The public address of a result: pages are answered without `.html`. */
export function resultUrl(url: string): string {
  return url.replace(/\.html(?=$|[?#])/, '');
}
