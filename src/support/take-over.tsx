import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { SupportForm } from './support-form.tsx';

/** Hydrates the form of the page, which keeps what has been typed into it. */
export function takeOverForm(place: Element): void {
  flushSync(() => hydrateRoot(place, <SupportForm />));
}
