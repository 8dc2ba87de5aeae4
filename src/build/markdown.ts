/**
 * How Markdown and MDX are read.
 *
 * Shiki's default output writes `style=` attributes, which the CSP refuses: code is marked by classes or not at all.
 */
export const markdownOptions = {
  syntaxHighlight: false,
} as const;
