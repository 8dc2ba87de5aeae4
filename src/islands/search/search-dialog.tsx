/**
 * The search that `/` and Ctrl+K open from any documentation page.
 *
 * The dialog is in the page from the start and components/docs/page-actions.ts opens it, so a reader can type before
 * this island is hydrated. Without JavaScript its button is a link to /docs.
 */
import { useRef } from 'react';
import { SearchPanel } from './search-panel.tsx';

export function SearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    // The attribute `open` may be set before hydration.
    <dialog
      ref={dialog}
      data-search-dialog
      aria-label="Buscar na documentação"
      className="search-dialog"
      suppressHydrationWarning
    >
      <SearchPanel id="busca-janela" onFollow={close} hasRecent />
      <p className="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> escolher <kbd>Enter</kbd> abrir <kbd>Esc</kbd> fechar
      </p>
      <button type="button" className="search-close" onClick={close}>
        Fechar
      </button>
    </dialog>
  );
}
