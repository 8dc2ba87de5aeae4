/**
 * What the buttons of <Carousel> do: one picture on or back, from the last to the first and the other way round.
 *
 * The row itself scrolls without this; the position follows the row, however it was moved.
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
  const show = (index: number): void => {
    const slide = row.children[(index + count) % count];
    if (slide instanceof HTMLElement)
      row.scrollTo({ left: slide.offsetLeft - row.offsetLeft, behavior: 'smooth' });
  };
  for (const button of carousel.querySelectorAll<HTMLElement>('[data-carousel-step]')) {
    button.addEventListener('click', () => show(current() + Number(button.dataset['carouselStep'])));
  }
  row.addEventListener(
    'scroll',
    () => {
      const text = `${current() + 1} de ${count}`;
      if (position.textContent !== text) position.textContent = text;
    },
    { passive: true },
  );
}

export {};
