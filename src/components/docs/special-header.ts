/** Marks special-header.astro as scrolled after 50 px; loaded at the reader's first interaction. */
const header = document.querySelector<HTMLElement>('[data-special-header]');
const sentinel = document.querySelector('[data-special-sentinel]');
if (header && sentinel) {
  new IntersectionObserver(([entry]) => {
    header.toggleAttribute('data-scrolled', entry?.isIntersecting === false);
  }).observe(sentinel);
}
