/** Says that a page is a cached copy, and of when (src/docs/offline/docs-worker.ts), which leaves out pictures that are not cached. */
export function sayWhenCopy(keptAt: string): void {
  const note = document.querySelector<HTMLElement>('[data-copy-note]');
  if (note === null) return;
  const time = note.querySelector('time');
  const date = new Date(keptAt);
  if (time && !Number.isNaN(date.getTime())) {
    time.dateTime = keptAt;
    time.textContent = date.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
  }
  note.querySelector('button')?.addEventListener('click', () => location.reload());
  note.hidden = false;
  if (!('lacksPictures' in document.documentElement.dataset)) return;
  note.querySelector('button')?.before('As imagens que faltam não foram guardadas. ');
  for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) closeGaps(carousel);
}

/** A row of pictures of which some are missing is scrolled by hand; without any it is hidden. */
function closeGaps(carousel: HTMLElement): void {
  const places = [...carousel.querySelectorAll('li')];
  const empty = places.filter((place) => place.querySelector('.shot') === null);
  for (const place of empty) place.hidden = true;
  carousel.hidden = empty.length === places.length;
  const controls = carousel.querySelector<HTMLElement>('.carousel-row + *');
  if (controls && empty.length > 0) controls.hidden = true;
}
