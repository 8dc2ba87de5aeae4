/** As much of jsdom as the tests use; the package ships no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { readonly url?: string; readonly contentType?: string });
    readonly window: Window & typeof globalThis;
  }
}
