/** The sets of codes of alerts: columns, requests, answers and pages have the same values. */

/** Channels of a team that take messages at a secret address; `teams` is a flow of Microsoft Teams (Workflows). */
export const teamKinds = ['slack', 'discord', 'teams'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** What is added by a secret address and an answered test. `webhook`: a program of the customer. */
export const postedKinds = [...teamKinds, 'webhook'] as const;
export type PostedKind = (typeof postedKinds)[number];

export const recipientKinds = ['email', 'telegram', ...postedKinds] as const;
export type RecipientKind = (typeof recipientKinds)[number];

export const isTeamKind = (kind: RecipientKind): kind is TeamKind =>
  (teamKinds as readonly RecipientKind[]).includes(kind);
export const isPostedKind = (kind: RecipientKind): kind is PostedKind =>
  (postedKinds as readonly RecipientKind[]).includes(kind);

/** As pages and mails name them. */
export const kindNames: Readonly<Record<RecipientKind, string>> = {
  email: 'E-mail',
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  webhook: 'Webhook',
};

/** `unproven`: waits for its code. `off`: gets nothing until it is switched on again. */
export const recipientStates = ['unproven', 'on', 'off'] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * Why a recipient is off. `refused`: its reader wants nothing from us. `left`: its reader followed the link in a message,
 * or the owner switched the own address off. `spam`: its reader called a message so. `kicked`: the bot was removed or
 * blocked. `missing`, `blocked`: a provider's answer says that nothing arrives. `silent`: a webhook accepted nothing for a
 * day.
 */
export const offReasons = ['refused', 'missing', 'blocked', 'kicked', 'left', 'spam', 'silent'] as const;
export type OffReason = (typeof offReasons)[number];

const BOT_GONE = 'a conversa bloqueou ou removeu o robô';

/** After "Não recebe mais:", or the name of the recipient. */
export const offSentences: Readonly<Record<OffReason, string>> = {
  refused: 'quem lê esse e-mail pediu para não receber avisos',
  missing: 'o endereço não existe ou não aceita mensagens',
  blocked: BOT_GONE,
  kicked: BOT_GONE,
  left: 'quem recebe pediu para sair',
  spam: 'quem recebe marcou um aviso como spam',
  silent: 'o endereço não aceitou nada por 24 horas',
};

/** Whether a recipient may be on. `by-code`: only with a new code, which the reader gives. */
export const onVerdicts = ['yes', 'by-code', 'never'] as const;
export type MayBeOn = (typeof onVerdicts)[number];

/** Of the channel in the panel. `none`: not made yet. `deleted`: by the customer. */
export const channelStates = ['none', 'on', 'deleted'] as const;

/** `sent`: accepted by its provider. `unclear`: perhaps it arrived, and it is not sent again. */
export const messageStates = ['waiting', 'sent', 'refused', 'unclear'] as const;
export type MessageState = (typeof messageStates)[number];

/** `waiting`: made when the environment is ready. `refused`: by the instance. `deleted`: by the customer. */
export const firstMonitorStates = ['waiting', 'made', 'refused', 'deleted'] as const;
export type FirstMonitorState = (typeof firstMonitorStates)[number];

/** Of a check of the first monitor. */
export const beatStatuses = ['up', 'down', 'pending', 'maintenance'] as const;
