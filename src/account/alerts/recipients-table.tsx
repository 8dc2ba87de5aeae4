/** Who is told: a table, and on a narrow page one card for each (src/styles/recipients.css), never scrolled sideways. */
import { useEffect, useState } from 'react';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { ConfirmDialog } from '#form/confirm-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { RecipientRow } from './recipient-row.tsx';
import { nameOf } from './recipient-words.ts';
import type { Acts } from './use-acts.ts';

const TITLE_ID = 'destinos-titulo';

interface RecipientsTableProps {
  readonly view: AlertsView;
  readonly acts: Acts;
}

export function RecipientsTable({ view, acts }: RecipientsTableProps) {
  const [asked, setAsked] = useState<AlertRecipient | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const { recipients } = view;
  const isGone = asked !== null && !isAsking && recipients.every(({ id }) => id !== asked.id);
  useEffect(() => {
    // Its menu, which the dialog would give the focus back to, is gone with it.
    if (isGone) focusTitle();
  }, [isGone]);
  return (
    <Section id={TITLE_ID} title="Quem recebe">
      {recipients.length === 0 ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.nobody')}</p>
      ) : (
        <div className="recipients">
          <table>
            <caption className="sr-only">Quem recebe os avisos</caption>
            <thead>
              <tr>
                {['Quem', 'Canal', 'O que chega', 'Situação'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.id}
                recipient={recipient}
                view={view}
                acts={acts}
                onRemove={() => {
                  setAsked(recipient);
                  setAsking(true);
                }}
                onRotate={() => {
                  setAsked(recipient);
                  setRotating(true);
                }}
              />
            ))}
          </table>
        </div>
      )}
      {view.role === 'member' && recipients.some(({ isMine }) => !isMine) ? (
        <p className="text-ui text-ink-soft">{message('alerts.read-only')}</p>
      ) : null}
      <RotateDialog recipient={asked} isOpen={isRotating} acts={acts} onClose={() => setRotating(false)} />
      <RemoveDialog recipient={asked} isOpen={isAsking} acts={acts} onClose={() => setAsking(false)} />
    </Section>
  );
}

function focusTitle(): void {
  const title = document.getElementById(TITLE_ID);
  if (title === null) return;
  title.tabIndex = -1;
  title.focus();
}

interface RemoveDialogProps {
  readonly recipient: AlertRecipient | null;
  readonly isOpen: boolean;
  readonly acts: Acts;
  readonly onClose: () => void;
}

/** The secret before signs for a day more, so nothing is lost between two. */
function RotateDialog({ recipient, isOpen, acts, onClose }: RemoveDialogProps) {
  const rotate = acts.of('secret', recipient?.id);
  return (
    <ConfirmDialog
      words={{
        title: `Trocar o segredo de ${nameOf(recipient ?? undefined)}?`,
        points: [message('channel.rotate')],
        confirm: 'Trocar segredo',
      }}
      isOpen={isOpen}
      isPending={rotate.isOwn}
      failure={rotate.error}
      onConfirm={() => recipient && acts.send({ kind: 'secret', id: recipient.id }, onClose)}
      onClose={onClose}
    />
  );
}

/** The owner's own address is switched off, and stays; every other recipient goes. */
function RemoveDialog({ recipient, isOpen, acts, onClose }: RemoveDialogProps) {
  const isOwner = recipient?.isOwner === true;
  const remove = acts.of('remove', recipient?.id);
  return (
    <ConfirmDialog
      words={{
        title: isOwner ? 'Desligar os avisos para você?' : `Retirar ${nameOf(recipient ?? undefined)}?`,
        points: [message(isOwner ? 'alerts.off-owner' : 'alerts.off-other')],
        confirm: isOwner ? 'Desligar' : 'Retirar',
      }}
      isOpen={isOpen}
      isPending={remove.isOwn}
      failure={remove.error}
      onConfirm={() => recipient && acts.send({ kind: 'remove', id: recipient.id }, onClose)}
      onClose={onClose}
    />
  );
}
