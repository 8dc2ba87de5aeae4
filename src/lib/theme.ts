/**
 * Light, dark, or as the system has it: what the browser remembers of the choice.
 *
 * Apart from storage.ts so that the switch in every footer stays small enough to stand in the page itself.
 */
export type Theme = 'system' | 'light' | 'dark';

/** Also read before the first paint, by src/browser/theme-script.ts. */
export const THEME_KEY = 'theme';

export function storedTheme(): Theme {
  try {
    const theme = localStorage.getItem(THEME_KEY);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system'; // Storage is blocked.
  }
}

export function storeTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Blocked or full: the choice holds on this page.
  }
}
