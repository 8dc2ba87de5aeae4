/** The sets of codes of alerts: columns, requests, answers and pages have the same values. */

export const recipientKinds = ['email', 'telegram'] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** `unproven`: waits for its code. `off`: gets nothing until it is switched on again. */
export const recipientStates = ['unproven', 'on', 'off'] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * Why a recipient is off. `refused`: its reader wants nothing from us. `left`: its reader followed the link in a message,
 * or the owner switched the own address off. `spam`: its reader called a message so. `kicked`: the bot was removed or
 * blocked. `missing`, `blocked`: a provider's answer says that nothing arrives.
 */
export const offReasons = ['refused', 'missing', 'blocked', 'kicked', 'left', 'spam'] as const;
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
