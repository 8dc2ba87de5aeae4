/**
 * The changes of the page, one at a time, and the one notice about the newest: a result, or why it failed. A form shows
 * its own failure beside what was typed; what comes from a menu has no such place.
 */
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import type { Failure } from '#form/failure.ts';
import { clearToast, showToast } from '#form/toast.ts';
import { nameOf } from './recipient-words.ts';
import { type AlertsChange, useAlertsChange } from './use-alerts.ts';

/** How a form or button follows its own change. */
export interface ActState {
  /** True while any change is under way: a second one has to wait. */
  readonly isPending: boolean;
  readonly isOwn: boolean;
  readonly error: Failure | null;
  readonly reset: () => void;
}

/** What the parts of the page do with recipients. */
export interface Acts {
  /** Nothing happens while another change is under way. */
  readonly send: (change: AlertsChange, onAccepted?: () => void) => void;
  /** The state of the newest change for whoever sent this kind, and of this recipient. */
  readonly of: (kind: AlertsChange['kind'], id?: string) => ActState;
}

const isFrom = (change: AlertsChange | undefined, kind: AlertsChange['kind'], id?: string): boolean =>
  change?.kind === kind && (id === undefined || ('id' in change && change.id === id));

/** Kinds that a menu sends. */
const fromMenu: ReadonlySet<AlertsChange['kind']> = new Set(['test']);

/** @param onSecret Called with the secret of a webhook, which is shown once. */
export function useActs(view: AlertsView, onSecret: (secret: string) => void = () => {}): Acts {
  const change = useAlertsChange((done, after, secret) => {
    showToast({ title: resultOf(done, view, after), tone: 'info' });
    if (secret !== null) onSecret(secret);
  });
  const { isPending, variables, error, reset } = change;
  return {
    send: (next, onAccepted) => {
      if (isPending) return;
      clearToast();
      change.mutate(next, {
        onSuccess: () => onAccepted?.(),
        onError: ({ toast }) => {
          const recipient = 'id' in next ? view.recipients.find(({ id }) => id === next.id) : undefined;
          const isMenus = fromMenu.has(next.kind) || (next.kind === 'resend' && recipient?.state === 'off');
          if (isMenus && toast) showToast(toast);
        },
      });
    },
    of: (kind, id) => {
      const isOwn = isFrom(variables, kind, id);
      return { isPending, isOwn: isPending && isOwn, error: isOwn ? error : null, reset };
    },
  };
}

/** The sentence about a change, from the page before and after it. */
function resultOf(change: AlertsChange, before: AlertsView, after: AlertsView): string {
  if (change.kind === 'attach') return message('alerts.attached');
  if (change.kind === 'add') {
    const isOn = after.recipients.some(({ address, state }) => address === change.email && state === 'on');
    return isOn
      ? message('alerts.added', { nome: change.email })
      : message('alert.code-sent', { email: change.email });
  }
  if (change.kind === 'post') {
    const known = new Set(before.recipients.map(({ id }) => id));
    const added = after.recipients.find(({ id }) => !known.has(id));
    return message('channel.added', { nome: nameOf(added) });
  }
  const of = (view: AlertsView) => view.recipients.find(({ id }) => id === change.id);
  const nome = nameOf(of(after) ?? of(before));
  switch (change.kind) {
    case 'verify':
      return message('alert.verified');
    case 'rename':
      return message('alerts.renamed', { nome });
    case 'choose':
      return message('alerts.saved');
    case 'secret':
      return message('channel.rotated');
    case 'test':
      return message('alerts.tested', { nome });
    case 'remove':
      return message('alerts.removed', { nome });
    case 'resend':
      return of(after)?.state === 'on'
        ? message('alerts.on-again', { nome })
        : message('alert.code-sent', { email: of(before)?.address ?? nome });
  }
}
