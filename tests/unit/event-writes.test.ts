/** History lines are written in one place. Which kinds may come without rows, the compiler checks (EventWithoutRows). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = 'functions';
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

test('no other file inserts into the event log', () => {
  const inserting = sources.filter((file) =>
    /INTO\s+events\b/i.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(inserting).toEqual(['platform/events.ts']);
});

test('a kind that reports a change of rows cannot be appended on its own', () => {
  const text = readFileSync(`${root}/platform/events.ts`, 'utf8');
  expect(text).toContain('appendEvent(needs: EventNeeds, kind: EventWithoutRows,');
  const kinds = [...text.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, kind]) => kind);
  for (const changed of ['tenant-removed', 'order-cancelled', 'order-closed', 'person-left', 'limits-over'])
    expect(kinds).not.toContain(changed);
});
