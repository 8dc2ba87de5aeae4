/** What a primitive looks like in each of its states; the gallery and the accessibility tests read it. */
import type { ReactElement } from 'react';

export interface Example {
  readonly name: string;
  readonly element: ReactElement;
  /** Covers the page or floats over it, so the gallery shows it alone, on an address of its own. */
  readonly takesPage?: true;
}
