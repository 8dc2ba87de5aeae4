/** The generated runtime types contain this module only with full Node compatibility. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    getStore(): T | undefined;
    run<R>(store: T, work: () => R): R;
  }
}
