/** What the vendor's hosted page wants besides the order: a picture of the item, and where the page stands. */

/**
 * The site's mark, 96 px, PNG in Base64: the vendor's reference requires a picture of every item.
 * Made from the site's own icon; a renamed product may put its own here.
 */
export const itemImage =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEVMaXEws14uu2stumouumssumsst2kvu2z///8NOyWt2cHd' +
  '8eZu0JgoUT58lYlTdGUC0omcAAAAB3RSTlMABdFjlT0pSy3fJgAAAAlwSFlzAABCcAAAQnABbvJfbQAAAllJREFUWMOtmDtPwzAQ' +
  'xy/iMUdFfAAkpKwwIFbUpSuIgZWNPRSCqu5ELY85QoWRUhAz4rUWAR+ACrGDGFhBCERI4jzsS+I/4ra2/vV/9p3tOxOFZpCxWLUc' +
  '1uzJGZNMyphB41WnwCYXZGLMcgrNns4MN4dKxvvElJFyaLR0vE8sJ06Zs46GrSYSw46WzcVATQ+ogwKxhFnTBerBLIwhR9umgoVa' +
  '0QfWA5csfcAGPQp9qiDAhG6UU9E2LASwTRpxIJvXD7MIdgUDJmgJA9ZoFgNWqYYBdbIwwGaB+97FWfuid88C6nfNYzey8776qwrc' +
  'uik7KQfu3IxdlgHSeJWQgIar2GER0DxTgXa/ALhxGdvKBxoua4e5QFcMab09PX0nn/KAWOB64PnWeeUkiBFoBeN9ostIECPw4kW2' +
  'z0iQKrAbjj7onQ7eVYkEaEoCPn8VS/QZYEP8W+JOeyBUNxlABPkqBB4CsUcRbhWQpxy4f6ROm5SsiNb0OQA6Sn6Q7FE0hUjB68o+' +
  'kezRTgTs/X74CIXSPpG0RiIK3kGoJiIRrxPJebctwvwZzP9BzkCSopYA3veXlwJE7AqAJBwMwLgkAa2ySadXl5u0sqxeKn7csiqB' +
  '8+Kc5QOnpEa06fJTQ91v/J7LTe/QCtJb3kDZKWxqbNGMR32NQyAdhdb/HDPwQYYflfBhjB/38IWCX1nwpYhfu/jFjpcOpcUJXP7A' +
  'BRZcwsFFIlyGwoUuXErDxTrcDsANB9zS4E0T2pbhjR/eWqLNK94e4w043uLDjwjwMwX8EII/tfzhMUf7uegHigFPR8PF5DAAAAAA' +
  'SUVORK5CYII=';

/** Sites of the vendor whose API stands on another host (docs.asaas.com/docs/checkout-link-and-customer-redirection). */
const siteByApi: Readonly<Record<string, string>> = {
  'https://api.asaas.com': 'https://asaas.com',
  'https://api-sandbox.asaas.com': 'https://sandbox.asaas.com',
};

/** Address of a hosted page. `baseUrl` is that of the API; a stand-in shows its pages on the same origin. */
export function checkoutPageOf(baseUrl: string, pageId: string): string {
  const { origin } = new URL(baseUrl);
  return `${siteByApi[origin] ?? origin}/checkoutSession/show?id=${encodeURIComponent(pageId)}`;
}
