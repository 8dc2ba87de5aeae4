/**
 * The buttons of <Carousel>: next and previous picture, with wrap-around.
 *
 * The shown position follows the row, however it is scrolled.
 */
for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) prepare(carousel);

function prepare(carousel: HTMLElement): void {
  const row = carousel.querySelector('ul');
  const position = carousel.querySelector('[data-carousel-position]');
  if (row === null || position === null) return;
  const count = row.children.length;
  const current = (): number => {
    const width = row.scrollWidth / count;
    return Math.min(count - 1, Math.round(row.scrollLeft / width));
  };
  /** Target of the running scroll, so that two quick clicks move two pictures. */
  let target: number | null = null;
  const show = (index: number): void => {
    target = (index + count) % count;
    const slide = row.children[target];
    if (!(slide instanceof HTMLElement)) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    row.scrollTo({ left: slide.offsetLeft - row.offsetLeft, behavior });
  };
  for (const button of carousel.querySelectorAll<HTMLElement>('[data-carousel-step]')) {
    button.addEventListener('click', () =>
      show((target ?? current()) + Number(button.dataset['carouselStep'])),
    );
  }
  const rest = (): void => {
    target = null;
  };
  // Scrolling by finger or wheel cancels the target.
  row.addEventListener('pointerdown', rest);
  row.addEventListener('wheel', rest, { passive: true });
  row.addEventListener(
    'scroll',
    () => {
      if (current() === target) rest();
      const text = `${current() + 1} de ${count}`;
      if (position.textContent !== text) position.textContent = text;
    },
    { passive: true },
  );
}

export {};
