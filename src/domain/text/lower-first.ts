/** A text with a small first letter, as it stands within a sentence. An abbreviation or currency keeps its own. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}(?:\p{Lu}|\$)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
