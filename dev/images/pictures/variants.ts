/** The variants of a picture, as articles name them (src/docs/blocks/screenshot.astro). */
const widths = { '': 1440, '-phone': 390 } as const;
const themes = { '': 'light', '-dark': 'dark' } as const;

/** By what a file's name ends in. */
export const variants = Object.entries(widths).flatMap(([ofWidth, width]) =>
  Object.entries(themes).map(([ofTheme, theme]) => ({ suffix: `${ofWidth}${ofTheme}`, width, theme })),
);
