/**
 * Avoids a console warning while keycloak-js signs in silently.
 *
 * keycloak-js gives its hidden frame `sandbox="allow-scripts allow-same-origin …"`. The frame ends on our own page,
 * where Chromium warns on every visit that such a sandbox has no effect. So the attribute is omitted for this frame
 * only, which starts at the identity provider that we trust with whole pages anyway.
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
    // Removes our override; the inherited method applies again.
    Reflect.deleteProperty(prototype, 'setAttribute');
  }
}
