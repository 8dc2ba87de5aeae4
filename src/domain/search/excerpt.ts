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

/** The public address of a result: pages are answered without `.html`. */
export function resultUrl(url: string): string {
  return url.replace(/\.html(?=$|[?#])/, '');
}
