/** Examples of a primitive in each state, for the gallery and the accessibility tests. */
import type { ReactElement } from 'react';

export interface Example {
  readonly name: string;
  readonly element: ReactElement;
  /** Covers the page, so the gallery shows it alone at its own address. */
  readonly takesPage?: true;
}
