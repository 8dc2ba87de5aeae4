/** How a card that is on file is named. */

/** `VISA` → `Visa`; a brand in mixed case stays as the processor writes it. */
export function formatBrand(brand: string): string {
  return brand === brand.toUpperCase() ? brand.charAt(0) + brand.slice(1).toLowerCase() : brand;
}
