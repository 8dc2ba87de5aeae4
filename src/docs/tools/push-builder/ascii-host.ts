/**
 * Writes a host with accents as programs do: `açaí.com.br` is `xn--aa-4iaz.com.br`. Other text stays as it is, also what
 * is no address, because its mistake is explained elsewhere.
 */
export function asciiHost(typed: string): string {
  const [, start = '', host = '', rest = ''] =
    /^(\s*(?:https?:\/\/)?)([^/:?#\s]+)([\s\S]*)$/i.exec(typed) ?? [];
  if (!/[^\0-\x7f]/.test(host) || !URL.canParse(`https://${host}`)) return typed;
  return `${start}${new URL(`https://${host}`).hostname}${rest}`;
}
