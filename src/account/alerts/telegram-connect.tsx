/** Connects a chat: a link to the bot, as a picture for a phone too; the page notices when it is done. */
import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { TelegramLink, telegramLinkEndpoint } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useChange } from '#form/use-change.ts';
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { NoPlace } from './no-place.tsx';

interface TelegramConnectProps {
  readonly isFull: boolean;
  readonly largerHasMore: boolean;
  /** How many chats are connected. */
  readonly chats: number;
  readonly onConnecting: (isConnecting: boolean) => void;
}

export function TelegramConnect({ isFull, largerHasMore, chats, onConnecting }: TelegramConnectProps) {
  const [before, setBefore] = useState(chats);
  const open = useChange(
    () => post(telegramLinkEndpoint, TelegramLink),
    { title: message('alerts.failed-title') },
    () => setBefore(chats),
  );
  const isConnected = open.isSuccess && chats > before;
  const isWaiting = open.isSuccess && !isConnected;
  useEffect(() => onConnecting(isWaiting), [isWaiting, onConnecting]);
  if (isConnected)
    return (
      <Alert tone="success" role="status">
        {message('alerts.chat-connected')}
      </Alert>
    );
  if (isFull) return <NoPlace largerHasMore={largerHasMore} />;
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{message('alerts.telegram-how')}</p>
      {open.data === undefined ? (
        <div>
          <Button variant="secondary" isPending={open.isPending} onClick={() => open.mutate()}>
            Conectar
          </Button>
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <Button href={open.data.person} target="_blank" rel="noopener">
            Abrir no Telegram
            <span className="sr-only"> (abre em outra aba)</span>
          </Button>
          <QrCode text={open.data.person} label="Código QR que abre a conversa no celular" />
          <p className="text-ui">
            <a
              href={open.data.group}
              target="_blank"
              rel="noopener"
              className="font-semibold text-signal underline underline-offset-4"
            >
              Pôr em um grupo
              <span className="sr-only"> (abre em outra aba)</span>
            </a>
          </p>
          <p role="status" className="text-ui text-ink-soft">
            {message('alerts.chat-waits')}
          </p>
        </div>
      )}
      <FailureAlert toast={open.error?.toast} />
      <Waiting isOn={open.isPending}>{message('waiting.server')}</Waiting>
    </div>
  );
}

interface QrCodeProps {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
}

/** A link as a QR code: dark on light in both themes, because cameras expect it. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-lg border border-line-strong forced-color-adjust-none"
    >
      {/* Not by a class: the theme has no such colours. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
