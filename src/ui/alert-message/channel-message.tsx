/**
 * A message as its channel shows it: frame, sender, time, and a bar in the colour of the state.
 *
 * Owns: the markup for channel-message.css. Articles use it without JavaScript, the message composer with it. Children:
 * the message.
 */
import type { ReactNode } from 'react';

const channelNames = {
  email: 'por e-mail',
  telegram: 'no Telegram',
  slack: 'no Slack',
  discord: 'no Discord',
  teams: 'no Microsoft Teams',
  whatsapp: 'no WhatsApp',
} as const;
type MessageChannel = keyof typeof channelNames;

const stateNames = { down: 'Aviso de queda', up: 'Aviso de retorno', maintenance: 'Aviso de manutenção' };

export interface ChannelMessageProps {
  readonly channel: MessageChannel;
  /** Name of the bot or account that writes. */
  readonly sender: string;
  /** Time of day in the channel's format. */
  readonly time: string;
  readonly state: keyof typeof stateNames;
  /** Subject line; e-mail only. */
  readonly subject?: string | undefined;
  /** Colour of the bar beside the message, as configured in the channel: "#ff4444". Slack, Discord and Teams. */
  readonly color?: string | undefined;
  /** What is shown, below it; by default the state and the channel. */
  readonly caption?: string;
  readonly children?: ReactNode;
}

export function ChannelMessage(props: ChannelMessageProps) {
  const { channel, sender, time, state, subject, color, caption, children } = props;
  const hasBar = channel === 'slack' || channel === 'discord' || channel === 'teams';
  const isApp = channel === 'slack' || channel === 'discord';
  return (
    <figure className={`message message-${channel} message-${state}`}>
      <div className="message-bubble">
        {hasBar ? (
          <svg className="message-avatar" aria-hidden="true" viewBox="0 0 36 36">
            <rect width="36" height="36" />
            <text x="18" y="24" textAnchor="middle" fontSize="17" fontWeight="600" fill="currentColor">
              {sender.slice(0, 1).toUpperCase()}
            </text>
          </svg>
        ) : null}
        {subject === undefined ? null : <p className="message-subject">{subject}</p>}
        <p className="message-head">
          <span className="message-sender">{sender}</span>{' '}
          {isApp ? (
            <span className="message-app" aria-hidden="true">
              APP
            </span>
          ) : null}{' '}
          <span className="message-time">{time}</span>
        </p>
        <div className="message-card">
          {hasBar ? (
            <svg
              className="message-bar"
              aria-hidden="true"
              width="4"
              height="4"
              viewBox="0 0 4 4"
              preserveAspectRatio="none"
            >
              <rect width="4" height="4" fill={color ?? 'currentColor'} />
            </svg>
          ) : null}
          <div className="message-text">{children}</div>
        </div>
      </div>
      <figcaption>{caption ?? `${stateNames[state]} ${channelNames[channel]}`}</figcaption>
    </figure>
  );
}
