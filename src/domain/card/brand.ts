/** The name of a stored card's brand. */

/** `VISA` → `Visa`; keeps a brand in mixed case as the processor writes it. */
export function formatBrand(brand: string): string {
  return brand === brand.toUpperCase() ? brand.charAt(0) + brand.slice(1).toLowerCase() : brand;
}
