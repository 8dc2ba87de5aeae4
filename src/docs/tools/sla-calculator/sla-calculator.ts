/** `<sla-calculator>`: answers what is typed and chosen in the markup of sla-calculator.tsx; loaded by its first use. */
import type { Period } from '#domain/availability/availability.ts';
import { fromDowntime, fromPercent, type Unit } from './answers.ts';

class SlaCalculator extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('input', () => this.answer());
    this.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLButtonElement)) return;
      this.field('sla-porcentagem').value = target.value;
      this.answer();
    });
    // What was typed before this code came.
    this.answer();
  }

  private field(id: string): HTMLInputElement {
    return this.querySelector(`#${id}`) as HTMLInputElement;
  }

  private answer(): void {
    const promised = this.field('sla-porcentagem');
    const { error, rows } = fromPercent(promised.value);
    showMistake(promised, error);
    for (const button of this.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.value === promised.value));
    for (const [place, cell] of this.querySelectorAll('dd').entries())
      write(cell, rows[place]?.duration ?? '');
    const down = this.field('sla-tempo-fora');
    const unit = this.field('sla-unidade').value as Unit;
    const found = fromDowntime(down.value, unit, this.field('sla-periodo').value as Period);
    showMistake(down, found.error);
    const [percent, verdict] = this.querySelectorAll('output > span');
    write(percent, found.percent);
    write(verdict, found.verdict);
  }
}

/** Only a changed text is announced. */
function write(place: Element | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

/** As a form field shows its error (ui/field.tsx). */
function showMistake(field: HTMLInputElement, mistake: string | undefined): void {
  const id = `${field.id}-erro`;
  const shown = document.getElementById(id);
  if (mistake === undefined) {
    shown?.remove();
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
    return;
  }
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  const line = shown ?? Object.assign(document.createElement('p'), { id });
  line.className = 'mt-1.5 text-ui leading-6 text-down-text';
  line.textContent = mistake;
  if (shown === null) field.labels?.[0]?.parentElement?.append(line);
}

customElements.define('sla-calculator', SlaCalculator);
