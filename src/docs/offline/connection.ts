/** The Network Information API, which only Chromium has. */
export interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  readonly effectiveType?: string;
}

/** Whether large files may be downloaded in the background: not on a metered or slow connection. */
export function isFreeToLoad(connection: Connection | undefined): boolean {
  const { saveData = false, type = 'unknown', effectiveType = '4g' } = connection ?? {};
  return !saveData && type !== 'cellular' && effectiveType === '4g';
}
