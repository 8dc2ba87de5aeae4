/** `/__stand-in` of every stand-in: layout, tables, buttons, and what can be set on it. */
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';

const PATH = '/__stand-in';

/** True for a form of the page, which is redirected back to it. */
export const isForm = (c: Context): boolean =>
  c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true;

/** Answers a control: a form returns to the page, a test gets what changed. */
export const answerControl = (c: Context, changed: object): Response =>
  isForm(c) ? c.redirect(PATH, 303) : c.json(changed);

/** A button that calls a control; `path` is below `/__stand-in/`. */
export const button = (path: string, label: string) =>
  html`<form method="post" action="${PATH}/${path}"><button>${label}</button></form> `;

export function table(heads: readonly string[], rows: readonly (readonly unknown[])[]) {
  if (rows.length === 0) return html`<p>Nada ainda.</p>`;
  return html`<table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}

/** The label of a setting; for one of a few words also their labels. */
type Field = string | { readonly label: string; readonly choices: Readonly<Record<string, string>> };
type Value = string | number | boolean;

function input(name: string, field: Field, value: Value) {
  if (typeof field !== 'string')
    return html`<label>${field.label} <select name="${name}">${Object.entries(field.choices).map(
      ([each, words]) =>
        html`<option value="${each}" ${each === value ? raw('selected') : ''}>${words}</option>`,
    )}</select></label>`;
  if (typeof value === 'boolean')
    return html`<label><input type="checkbox" name="${name}" ${value ? raw('checked') : ''} /> ${field}</label>`;
  return html`<label>${field} <input name="${name}" value="${value}" size="8" /></label>`;
}

/** A form's text as a value of the same type as the current one. */
function typed(field: Field, text: unknown, value: Value): Value {
  if (typeof value === 'boolean') return text === 'on';
  if (typeof value === 'number') return Number(text) || 0;
  return typeof field === 'string' || String(text) in field.choices ? String(text ?? '') : value;
}

/**
 * Settings of a stand-in: a form for its page, and their routes. `PATCH` takes any of them as JSON and answers with all,
 * `POST` takes the form.
 */
export function settingsControl<S extends object>({
  name,
  legend,
  fields,
  read,
  write = (change) => void Object.assign(read(), change),
}: {
  /** Path below `/__stand-in/`. */
  readonly name: string;
  readonly legend: string;
  /** Those of the form; others can be set as JSON only. */
  readonly fields: { readonly [K in keyof S]?: Field };
  readonly read: () => S;
  readonly write?: (change: Partial<S>) => void;
}) {
  const shown = () =>
    Object.entries(fields).map(([key, field]) => {
      const value = (read() as Readonly<Record<string, Value>>)[key] ?? '';
      return { key, field: field as Field, value };
    });
  const routes = new Hono()
    .patch(`${PATH}/${name}`, async (c) => {
      write(await c.req.json<Partial<S>>());
      return c.json(read());
    })
    .post(`${PATH}/${name}`, async (c) => {
      const form = await c.req.parseBody();
      const change = shown().map(({ key, field, value }) => [key, typed(field, form[key], value)]);
      write(Object.fromEntries(change) as Partial<S>);
      return c.redirect(PATH, 303);
    });
  const form = () => html`<form method="post" action="${PATH}/${name}">
    <fieldset>
      <legend>${legend}</legend>
      ${shown().map(({ key, field, value }) => input(key, field, value))}
      <button>Aplicar</button>
    </fieldset>
  </form>`;
  return { routes, form };
}

/** Layout of every page. `body` is trusted markup made with hono's `html`. */
export function standInPage(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} (substituto local)</title>
        <link rel="icon" href="data:," />
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
          table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
          th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
          form { display: inline; }
          fieldset { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; border: 1px solid #8886; border-radius: 10px; }
          button, input { font: inherit; padding: 0.3rem 0.6rem; }
          code { font-size: 0.9em; overflow-wrap: anywhere; }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>Substituto local: fala o formato do serviço real e nunca é publicado.</p>
        ${body}
      </body>
    </html>`;
}
