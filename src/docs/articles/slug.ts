/**
 * Anchor of a heading: lower case without accents, so that a copied link stays readable ("os-tres-passos" rather than
 * "os-tr%C3%AAs-passos").
 */
export function plainSlug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
