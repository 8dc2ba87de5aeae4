import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { rememberFilled } from '../../src/build/filled-fields.ts';

function Form() {
  const [text, setText] = useState('150');
  const [choice, setChoice] = useState('b');
  const [isOn, setIsOn] = useState(true);
  return (
    <form>
      <input aria-label="texto" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <select aria-label="escolha" value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
        <option>a</option>
        <option>b</option>
      </select>
      <input
        type="checkbox"
        aria-label="ligado"
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      <output>{`${text} ${choice} ${isOn}`}</output>
    </form>
  );
}

afterEach(() => document.body.replaceChildren());

async function wake(fill: (form: HTMLFormElement) => void): Promise<string | null | undefined> {
  const island = document.createElement('div');
  island.innerHTML = renderToString(<Form />);
  document.body.append(island);
  for (const form of island.querySelectorAll('form')) fill(form);
  const tell = rememberFilled(island);
  await act(async () => hydrateRoot(island, <Form />));
  await act(async () => tell());
  return document.querySelector('output')?.textContent;
}

test('a woken form knows what was typed, chosen and unticked while it slept', async () => {
  const known = await wake((form) => {
    for (const field of form.querySelectorAll('input')) {
      if (field.type === 'checkbox') field.checked = false;
      else field.value = '20';
    }
    for (const select of form.querySelectorAll('select')) select.value = 'a';
  });
  expect(known).toBe('20 a false');
});

test('a form that nobody has touched is left as it is', async () => {
  expect(await wake(() => {})).toBe('150 b true');
});
