import { takeOver } from '#lib/take-over.ts';
import { Chat } from './chat.tsx';

/** @param launcher Followed by the place of the window, which has the address of its styles and the e-mail for a failure. */
export function takeOverChat(launcher: HTMLButtonElement): void {
  const place = launcher.nextElementSibling;
  if (!(place instanceof HTMLElement)) return;
  const { email = '', windowStyle = '' } = place.dataset;
  takeOver(place, <Chat launcher={launcher} source="/ajuda.json" email={email} windowStyle={windowStyle} />);
}
