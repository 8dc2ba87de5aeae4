/** What the browser tells of the connection; Chromium tells it, others know nothing of it. */
export interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
  /** As fast as: `slow-2g`, `2g`, `3g`, `4g`. */
  readonly effectiveType?: string;
}

/** Whether something large may be loaded that nobody asked for: not where each megabyte is paid, nor where it is slow. */
export function isFreeToLoad(connection: Connection | undefined): boolean {
  const { saveData = false, type = 'unknown', effectiveType = '4g' } = connection ?? {};
  return !saveData && type !== 'cellular' && effectiveType === '4g';
}
