/** What a primitive looks like in each of its states; previews and accessibility tests read it. */
import type { ReactElement } from 'react';

export interface Example {
  readonly name: string;
  readonly element: ReactElement;
}
