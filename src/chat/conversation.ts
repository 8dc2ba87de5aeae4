/** State of the conversation. Pure. */
import { type ChatMenu, type ChatState, FIRST_STATE } from './chat-menu.ts';

type Turn =
  | { readonly from: 'site'; readonly key: number; readonly state: ChatState }
  | { readonly from: 'visitor'; readonly key: number; readonly text: string };

export interface Conversation {
  readonly turns: readonly Turn[];
  /** The state whose options are shown. */
  readonly current: ChatState;
}

function stateOf(menu: ChatMenu, id: string): ChatState {
  const state = menu[id];
  if (state === undefined) throw new Error(`The help window has no state "${id}".`);
  return state;
}

/** A new conversation: greeting and first menu. */
export function begin(menu: ChatMenu): Conversation {
  const current = stateOf(menu, FIRST_STATE);
  return { turns: [{ from: 'site', key: 0, state: current }], current };
}

/** Adds the visitor's choice and the next state; returning to the first state starts over. */
export function answer(
  menu: ChatMenu,
  { turns }: Conversation,
  option: { label: string; goTo: string },
): Conversation {
  if (option.goTo === FIRST_STATE) return begin(menu);
  const current = stateOf(menu, option.goTo);
  const key = turns.length;
  return {
    turns: [
      ...turns,
      { from: 'visitor', key, text: option.label },
      { from: 'site', key: key + 1, state: current },
    ],
    current,
  };
}
