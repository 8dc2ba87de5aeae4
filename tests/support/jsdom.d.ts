/** The types of jsdom that the tests use; the package has none. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly url?: string; readonly contentType?: string });
    readonly window: Window & typeof globalThis;
  }
}
