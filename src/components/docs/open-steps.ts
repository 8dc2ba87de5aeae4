/** The button above a list of steps: opens all of them, or closes them when all are open. */

const words = { open: 'Abrir todos os passos', close: 'Fechar todos os passos' } as const;

export function openStepsOnRequest(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.steps-tool button')) {
    const steps = [...(button.parentElement?.nextElementSibling?.querySelectorAll('details') ?? [])];
    const areOpen = (): boolean => steps.every(({ open }) => open);
    const say = (): void => {
      button.textContent = areOpen() ? words.close : words.open;
    };
    button.addEventListener('click', () => {
      const isOpening = !areOpen();
      for (const step of steps) step.open = isOpening;
    });
    for (const step of steps) step.addEventListener('toggle', say);
    say();
  }
}
