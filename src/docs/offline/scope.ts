/**
 * Types for the used parts of a service worker's global scope. TypeScript's lib.webworker cannot be combined with
 * lib.dom in one program.
 */

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  /** Response to a navigation that the browser requested while this worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface MessageFromPage extends WaitingEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface ServiceWorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}

export const scope = globalThis as unknown as ServiceWorkerScope;
