/**
 * Help window: a menu in the form of a conversation, opened by the button at the edge of the page.
 *
 * Non-modal on large screens, so the page stays usable; modal on small ones, where it covers the page anyway. Closing
 * resets the conversation.
 */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadStyle } from '#lib/load-style.ts';
import type { ChatMenu } from './chat-menu.ts';
import { ChatFailed, ChatFrame, ChatLoading, ChatTalk } from './chat-window.tsx';
import { answer, begin, type Conversation } from './conversation.ts';
import { keepWindowClear } from './keep-clear.ts';

/** On these screens the window is modal; the same query is in chat.css and chat-window.css. */
const SMALL_SCREEN = '(max-width: 40rem), (max-height: 37.5rem)';
/** The dialog's return value when a link closed it. */
const FOLLOWED = 'followed';

interface ChatProps {
  /** Address of the menu. */
  readonly source: string;
  /** E-mail address to show when the menu does not load. */
  readonly email: string;
  /** Address of the window's styles, fetched like the menu. */
  readonly windowStyle?: string;
}

type View =
  | { readonly kind: 'closed' | 'loading' | 'failed' }
  | { readonly kind: 'open'; readonly menu: ChatMenu; readonly conversation: Conversation };

export function Chat({ source, email, windowStyle }: ChatProps) {
  const [view, setView] = useState<View>({ kind: 'closed' });
  const launcher = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const loading = useRef<Promise<ChatMenu> | null>(null);
  const isOpen = view.kind !== 'closed';

  function loadMenu(): Promise<ChatMenu> {
    loading.current ??= fetchMenu(source).catch((error: unknown) => {
      loading.current = null;
      throw error;
    });
    return loading.current;
  }

  async function begins(): Promise<void> {
    setView({ kind: 'loading' });
    const next = await loadMenu().then(
      (menu): View => ({ kind: 'open', menu, conversation: begin(menu) }),
      (): View => ({ kind: 'failed' }),
    );
    // Unless the visitor has closed it meanwhile.
    setView((now) => (now.kind === 'loading' ? next : now));
  }

  async function open(): Promise<void> {
    const box = dialog.current;
    if (box === null) return;
    // At the same time as the styles; errors are shown by `begins`.
    void loadMenu().catch(() => {});
    if (windowStyle !== undefined) await loadStyle(windowStyle);
    if (box.open) return;
    box.returnValue = '';
    if (window.matchMedia(SMALL_SCREEN).matches) box.showModal();
    else box.show();
    void begins();
  }

  const close = (reason = ''): void => dialog.current?.close(reason);

  /** Returns the focus to the button, unless the visitor has moved it to the page. */
  function onClose(): void {
    const { activeElement, body } = document;
    const isElsewhere = activeElement !== body && !dialog.current?.contains(activeElement);
    const isFollowing = dialog.current?.returnValue === FOLLOWED;
    // Render the button first, so that it can be focused.
    flushSync(() => setView({ kind: 'closed' }));
    if (!isElsewhere && !isFollowing) launcher.current?.focus();
  }

  useEffect(() => {
    if (!isOpen) return;
    // The browser handles Escape only for modal dialogs.
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAnotherOnTop = document.querySelector('dialog:modal, [popover]:popover-open') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isAnotherOnTop) dialog.current?.close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);

  useEffect(() => (dialog.current === null ? undefined : keepWindowClear(dialog.current)), []);

  return (
    <>
      <button
        ref={launcher}
        type="button"
        className="chat-launcher"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label="Abrir a ajuda"
        hidden={isOpen}
        onClick={() => void open()}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M4 5.5h16a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-8L7.5 21v-3.5H4A1.5 1.5 0 0 1 2.5 16V7A1.5 1.5 0 0 1 4 5.5Z" />
          <path d="M8 9.5v4M12 8.5v6M16 9.5v4" />
        </svg>
        <span aria-hidden="true">Ajuda</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same for the keyboard. */}
      <dialog
        ref={dialog}
        className="chat-window"
        // These elements exist only while it is open.
        {...(isOpen && { 'aria-labelledby': 'chat-titulo', 'aria-describedby': 'chat-saudacao' })}
        onClose={onClose}
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
      >
        {isOpen && (
          <ChatFrame onClose={() => close()}>
            {view.kind === 'loading' && <ChatLoading />}
            {view.kind === 'failed' && <ChatFailed email={email} onRetry={() => void begins()} />}
            {view.kind === 'open' && (
              <ChatTalk
                conversation={view.conversation}
                onAnswer={(option) =>
                  setView({ ...view, conversation: answer(view.menu, view.conversation, option) })
                }
                onLeave={() => close(FOLLOWED)}
              />
            )}
          </ChatFrame>
        )}
      </dialog>
    </>
  );
}

/** Not validated, because our build wrote the file (chat/resolve-chat.ts). */
async function fetchMenu(source: string): Promise<ChatMenu> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} answered ${response.status}`);
  return (await response.json()) as ChatMenu;
}
