/**
 * Keeps the console clean while keycloak-js signs in silently.
 *
 * keycloak-js gives its hidden frame `sandbox="allow-scripts allow-same-origin …"`. The frame ends on our own page, and
 * there Chromium warns on every visit that such a sandbox holds nothing back. The attribute is therefore left off, for
 * this frame only: it begins at the identity provider, to which whole pages are handed for sign-in anyway.
 */
export async function withPlainSilentFrame<T>(providerUrl: string, work: () => Promise<T>): Promise<T> {
  const prototype = HTMLIFrameElement.prototype;
  prototype.setAttribute = function setAttribute(this: HTMLIFrameElement, name: string, value: string) {
    const isSilentCheck = this.src.startsWith(providerUrl) && this.src.includes('prompt=none');
    if (name === 'sandbox' && isSilentCheck) return;
    Element.prototype.setAttribute.call(this, name, value);
  };
  try {
    return await work();
  } finally {
    // The own property goes; the inherited method is back.
    Reflect.deleteProperty(prototype, 'setAttribute');
  }
}
