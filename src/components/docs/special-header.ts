/** The line of special-header.astro once 50 px are scrolled; comes with the reader's first sign of life. */
const header = document.querySelector<HTMLElement>('[data-special-header]');
const sentinel = document.querySelector('[data-special-sentinel]');
if (header && sentinel) {
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false);
  }).observe(sentinel);
}
