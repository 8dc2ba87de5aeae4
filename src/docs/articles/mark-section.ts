/** Marks the section being read in the list of contents. */
export function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a[href^="#"]')];
  const sections = links.flatMap(
    (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [],
  );
  if (sections.length === 0) return;
  const mark = (): void => {
    // A section is current once its heading reaches the upper third; the last one at the end of the page.
    const line = innerHeight / 3;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const passed = sections.filter((section) => section.getBoundingClientRect().top <= line);
    const current = isAtEnd ? sections.at(-1) : (passed.at(-1) ?? sections[0]);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let isQueued = false;
  addEventListener(
    'scroll',
    () => {
      if (isQueued) return;
      isQueued = true;
      requestAnimationFrame(() => {
        isQueued = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
