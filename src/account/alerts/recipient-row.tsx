/** One recipient: who it is, what it is told, its state, and one menu of what can be done. */
import { useState } from 'react';
import { kindNames, offSentences } from '#domain/alerts/codes.ts';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { Badge } from '#ui/badge.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { CodeForm } from './code-form.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { chipsOf, nameOf, whoseOf } from './recipient-words.ts';
import { RenameForm } from './rename-form.tsx';
import type { Acts } from './use-acts.ts';

interface RecipientRowProps {
  readonly recipient: AlertRecipient;
  readonly view: AlertsView;
  readonly acts: Acts;
  /** Asks before anything is removed. */
  readonly onRemove: () => void;
  /** Asks before a webhook gets a new secret. */
  readonly onRotate: () => void;
}

export function RecipientRow(props: RecipientRowProps) {
  const { recipient, view, acts } = props;
  const { id, kind, address, state, isMine, preferences } = recipient;
  const [open, setOpen] = useState<'preferences' | 'rename' | null>(null);
  const menuId = `opcoes-${id}`;
  const name = nameOf(recipient);
  const whose = whoseOf(recipient, view.role);
  const focusMenu = () => document.getElementById(menuId)?.focus();
  const close = () => {
    setOpen(null);
    focusMenu();
  };
  return (
    <tbody className="recipient">
      <tr className="recipient-row">
        <th scope="row">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          {address !== '' && address !== name ? (
            <span className="block text-ui text-ink-soft wrap-anywhere">{address}</span>
          ) : null}
          {whose === null ? null : <span className="block text-ui text-ink-soft">{whose}</span>}
        </th>
        <td className="text-ui">{kindNames[kind]}</td>
        <td>
          <ul className="flex max-w-sm flex-wrap gap-1.5">
            {chipsOf(preferences, view).map((chip) => (
              <li key={chip}>
                <Badge>{chip}</Badge>
              </li>
            ))}
          </ul>
        </td>
        <td>
          <State recipient={recipient} />
        </td>
        <td>
          {isMine ? <Menu id={menuId} label={`Opções de ${name}`} items={itemsOf(props, setOpen)} /> : null}
        </td>
      </tr>
      {isMine && (state === 'unproven' || open !== null) ? (
        <tr className="recipient-panel">
          <td colSpan={5}>
            <div className="grid gap-5">
              {state === 'unproven' ? (
                <CodeForm recipient={recipient} acts={acts} onVerified={focusMenu} />
              ) : null}
              {open === 'rename' ? <RenameForm recipient={recipient} acts={acts} onClose={close} /> : null}
              {open === 'preferences' ? (
                <PreferencesForm recipient={recipient} view={view} acts={acts} onClose={close} />
              ) : null}
            </div>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function itemsOf(
  {
    recipient: { id, kind, state, offReason, wayBack, isOwner, isOffPlan },
    acts,
    onRemove,
    onRotate,
  }: RecipientRowProps,
  open: (what: 'preferences' | 'rename') => void,
): readonly MenuItem[] {
  const send = (kind: 'test' | 'resend') => () => acts.send({ kind, id });
  return [
    ...(state === 'on' ? [{ label: 'Preferências', onChoose: () => open('preferences') }] : []),
    { label: 'Renomear', onChoose: () => open('rename') },
    ...(state === 'on' && !isOffPlan ? [{ label: 'Mandar um teste', onChoose: send('test') }] : []),
    ...(kind === 'webhook' && !isOffPlan ? [{ label: 'Trocar segredo', onChoose: onRotate }] : []),
    ...(state === 'off' && wayBack !== 'never' && !isOffPlan
      ? [{ label: wayBack === 'yes' ? 'Ligar de novo' : 'Mandar um código', onChoose: send('resend') }]
      : []),
    ...(isOwner && offReason !== null
      ? []
      : [{ label: isOwner ? 'Desligar' : 'Retirar', onChoose: onRemove }]),
  ];
}

const stateBadges = {
  on: ['signal', 'Recebe'],
  unproven: ['neutral', 'Falta confirmar'],
  off: ['maintenance', 'Desligado'],
  paused: ['maintenance', 'Sem acesso'],
  offPlan: ['maintenance', 'Fora do plano'],
} as const;

function State({ recipient: { state, offReason, member, isOffPlan } }: Pick<RecipientRowProps, 'recipient'>) {
  const isPaused = state === 'on' && member?.isPaused === true;
  const [tone, words] = stateBadges[isOffPlan ? 'offPlan' : isPaused ? 'paused' : state];
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {offReason === null ? null : (
        <span className="mt-1 block max-w-xs text-ui text-ink-soft">
          Não recebe mais: {offSentences[offReason]}.
        </span>
      )}
      {isOffPlan ? (
        <span className="mt-1 block max-w-xs text-ui text-ink-soft">{message('channel.off-plan')}</span>
      ) : null}
      {isPaused ? (
        <span className="mt-1 block max-w-xs text-ui text-ink-soft">
          Nada chega enquanto o plano tem menos lugares do que pessoas.
        </span>
      ) : null}
    </>
  );
}
