/** What readers press in an article; loaded by the first press. */
import { enlargePictures } from './picture-dialog.ts';

enlargePictures();
openStepsOnRequest();

/** The button above steps or folded parts: opens all of them, or closes them when all are open. */
function openStepsOnRequest(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.open-all button')) {
    const parts = [...(button.parentElement?.nextElementSibling?.querySelectorAll('details') ?? [])];
    const areOpen = (): boolean => parts.every(({ open }) => open);
    const say = (): void => {
      // "Abrir todos os passos", "Fechar todos os passos".
      button.textContent = (button.textContent ?? '').replace(/^\S+/, areOpen() ? 'Fechar' : 'Abrir');
    };
    button.addEventListener('click', () => {
      const isOpening = !areOpen();
      for (const part of parts) part.open = isOpening;
    });
    for (const part of parts) part.addEventListener('toggle', say);
    say();
  }
}
