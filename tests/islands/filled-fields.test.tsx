import { act } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { rememberFilled } from '#browser/filled-fields.ts';

function Form({ written = '150' }) {
  const [text, setText] = useState(written);
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

function Radios() {
  const [chosen, setChosen] = useState('b');
  return (
    <form>
      {['a', 'b'].map((value) => (
        <input
          key={value}
          type="radio"
          name="opção"
          aria-label={value}
          checked={chosen === value}
          onChange={() => setChosen(value)}
        />
      ))}
      <output>{chosen}</output>
    </form>
  );
}

afterEach(() => document.body.replaceChildren());

/** @param meanwhile Runs after the island's code was loaded and before it is mounted. */
async function wake(
  fill: (form: HTMLFormElement) => void,
  meanwhile: (form: HTMLFormElement) => void = () => {},
  form = <Form />,
): Promise<string | null | undefined> {
  const island = document.createElement('div');
  island.innerHTML = renderToString(form);
  document.body.append(island);
  const [element] = island.querySelectorAll('form');
  if (element === undefined) throw new Error('The island has a form.');
  fill(element);
  const replay = rememberFilled(island);
  meanwhile(element);
  await act(async () => hydrateRoot(island, form));
  await act(replay);
  return document.querySelector('output')?.textContent;
}

function type(form: HTMLFormElement, text: string): HTMLInputElement {
  const field = form.querySelector('input');
  if (field === null) throw new Error('The form has a field for text.');
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

test('a mounted form keeps what was typed, chosen and unticked before', async () => {
  const known = await wake((form) => {
    for (const field of form.querySelectorAll('input')) {
      if (field.type === 'checkbox') field.checked = false;
      else field.value = '20';
    }
    for (const select of form.querySelectorAll('select')) select.value = 'a';
  });
  expect(known).toBe('20 a false');
});

test('an untouched form is unchanged', async () => {
  expect(await wake(() => {})).toBe('150 b true');
});

test('typing during the mount counts, even when it ends as the initial value', async () => {
  const known = await wake(
    (form) => type(form, '15'),
    (form) => type(form, '150'),
  );
  expect(document.querySelector('input')?.value).toBe('150');
  expect(known).toBe('150 b true');
});

test('text typed and deleted during the mount is empty', async () => {
  const known = await wake(
    (form) => type(form, 'a'),
    (form) => type(form, ''),
    <Form written="" />,
  );
  expect(known).toBe(' b true');
});

test('a choice during the mount counts, even when it ends as the initial one', async () => {
  const choose = (form: HTMLFormElement, choice: string): void => {
    const select = form.querySelector('select');
    if (select === null) throw new Error('The form has a choice.');
    select.value = choice;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const known = await wake(
    (form) => choose(form, 'a'),
    (form) => choose(form, 'b'),
  );
  expect(known).toBe('150 b true');
});

test('typing in the middle of a word continues there', async () => {
  await wake(
    (form) => type(form, '1520'),
    (form) => type(form, '15320').setSelectionRange(3, 3),
  );
  expect(document.querySelector('input')?.selectionStart).toBe(3);
});

test('a chosen radio button counts, also when it is not the initial one', async () => {
  const known = await wake(
    (form) => form.querySelector<HTMLInputElement>('[aria-label="a"]')?.click(),
    () => {},
    <Radios />,
  );
  expect(known).toBe('a');
  expect(document.querySelector(':checked')?.getAttribute('aria-label')).toBe('a');
});
