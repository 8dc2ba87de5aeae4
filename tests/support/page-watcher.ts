/** Watches browser contexts for console messages, errors and failed requests, which no visitor should cause. */
import type { BrowserContext } from '@playwright/test';

export interface Watcher {
  /** Allows matching findings; call it before the step that causes them, and explain it in the test. */
  allow(pattern: RegExp): void;
  /** Watches one more context. */
  follow(context: BrowserContext): void;
  /** All findings so far that were not allowed, one line each. */
  findings(): readonly string[];
  /** @throws Error listing the findings when there are any. */
  verify(): void;
}

/** The page cancelled the request itself, usually by navigating. */
const GIVEN_UP = 'net::ERR_ABORTED';
/** Logged when the user focused a field before the page's autofocus; harmless. */
const WAS_QUICKER = /^Autofocus processing was blocked because a document already has a focused element/;

/** About the frame in which keycloak-js signs in silently, which ends on a page of ours. */
const IS_OWN_FRAME =
  /allow-scripts and allow-same-origin for its sandbox attribute can escape its sandboxing/;

export function createWatcher(): Watcher {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const findings = (): string[] => seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
  return {
    findings,
    allow: (pattern) => {
      allowed.push(pattern);
    },
    follow(context) {
      context.on('console', (message) => {
        if (WAS_QUICKER.test(message.text()) || IS_OWN_FRAME.test(message.text())) return;
        seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => {
        seen.push(`page error: ${error.error().stack ?? error.error().message}`);
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? 'unknown reason';
        if (reason !== GIVEN_UP)
          seen.push(`request failed: ${request.method()} ${request.url()} (${reason})`);
      });
      context.on('response', (response) => {
        if (response.status() < 400) return;
        seen.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
      });
    },
    verify() {
      const rest = findings();
      if (rest.length > 0) throw new Error(`The browser complained:\n${rest.join('\n')}`);
    },
  };
}
