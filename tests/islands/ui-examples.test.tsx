import { render } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import * as alert from '#ui/alert.examples.tsx';
import * as carousel from '#ui/carousel.examples.tsx';
import * as checkbox from '#ui/checkbox.examples.tsx';
import * as dialog from '#ui/dialog.examples.tsx';
import * as errorSummary from '#ui/error-summary.examples.tsx';
import type { Example } from '#ui/examples.ts';
import * as factList from '#ui/fact-list.examples.tsx';
import * as field from '#ui/field.examples.tsx';
import * as firstSteps from '#ui/first-steps.examples.tsx';
import * as limitsNotices from '#ui/limits-notices.examples.tsx';
import * as menu from '#ui/menu.examples.tsx';
import * as radioCards from '#ui/radio-cards.examples.tsx';
import * as searchField from '#ui/search-field.examples.tsx';
import * as section from '#ui/section.examples.tsx';
import * as select from '#ui/select.examples.tsx';
import * as spinner from '#ui/spinner.examples.tsx';
import * as textInput from '#ui/text-input.examples.tsx';
import * as toaster from '#ui/toaster.examples.tsx';
import * as waiting from '#ui/waiting.examples.tsx';

const families = {
  alert,
  carousel,
  checkbox,
  dialog,
  errorSummary,
  factList,
  field,
  menu,
  radioCards,
  select,
  spinner,
  textInput,
  toaster,
  firstSteps,
  limitsNotices,
  searchField,
  section,
  waiting,
};
const rows = Object.entries(families).flatMap(([family, { examples }]) =>
  examples.map((example): [string, Example] => [`${family}: ${example.name}`, example]),
);

// Colours need a real browser; the journeys check them.
const options: axe.RunOptions = {
  rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
};

test.each(rows)('%s has no accessibility violation', async (_name, { element }) => {
  const { container } = render(element);
  const { violations } = await axe.run(container, options);
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
});

test('the check finds a field without a name', async () => {
  const { container } = render(<input type="text" />);
  const { violations } = await axe.run(container, options);
  expect(violations.map(({ id }) => id)).toEqual(['label']);
});
