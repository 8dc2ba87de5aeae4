/** Says that a page is a cached copy, and of when (src/docs/offline/docs-worker.ts). */
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
}
