/**
 * Remembers the theme: light, dark, or the system's.
 *
 * Separate from storage.ts so that the switch in every footer is small enough to be inlined.
 */
export type Theme = 'system' | 'light' | 'dark';

/** src/layouts/theme-script.ts also reads it before the first paint. */
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
    // Blocked or full: the choice applies to this page only.
  }
}
