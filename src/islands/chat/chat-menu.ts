/** What the help window shows: finished at build time, so that the island knows neither prices nor addresses. */

/** A line of data: a plan with its numbers, a way to reach us. */
export interface ChatRow {
  readonly term: string;
  readonly detail: string;
  readonly href?: string;
}

export type ChatOption =
  | { readonly label: string; readonly goTo: string }
  | { readonly label: string; readonly href: string; readonly isOutside?: boolean };

export interface ChatState {
  readonly say: readonly string[];
  readonly rows: readonly ChatRow[];
  readonly options: readonly ChatOption[];
}

/** By id of the state; every `goTo` names one of them. */
export type ChatMenu = Readonly<Record<string, ChatState>>;

/** Where every conversation begins and to which it returns. */
export const FIRST_STATE = 'init';
