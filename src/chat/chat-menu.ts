/** The help window's menu, completed at build time, so that the island contains no prices or addresses. */

/** A row of data, such as a plan or a contact. */
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

/** States by id; every `goTo` is one of them. */
export type ChatMenu = Readonly<Record<string, ChatState>>;

/** Id of the first state. */
export const FIRST_STATE = 'init';
