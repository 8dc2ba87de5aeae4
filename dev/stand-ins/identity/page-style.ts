/** Style sheet of the realm's pages: self-contained, light and dark by the system's choice, from 320 px up. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f5f3ea, #0a1410);
  --surface: light-dark(#fdfcf6, #0f1c16);
  --ink: light-dark(#0d2018, #e8f0e9);
  --ink-soft: light-dark(#4a5b52, #a3b5aa);
  --line: light-dark(#dcd9cb, #1d2f26);
  --control: light-dark(#858a7b, #60796c);
  --signal: light-dark(#0b7a43, #4ee29a);
  --inverse: light-dark(#0d2018, #e8f0e9);
  --on-inverse: light-dark(#f5f3ea, #0a1410);
  --down: light-dark(#b3301f, #ff8d7f);
  --down-soft: light-dark(#fbe6e0, #351813);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: grid; align-content: center; justify-items: center; gap: 1.5rem;
  padding: 2rem 1rem; background: var(--paper); color: var(--ink);
  font: 400 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif;
}
.brand {
  display: inline-flex; align-items: center; gap: .6rem; color: inherit; text-decoration: none;
  font-size: 1.375rem; font-weight: 700; letter-spacing: -.02em;
}
.brand svg { width: 2.25rem; height: 2.25rem; }
main {
  width: 100%; max-width: 26rem; padding: clamp(1.5rem, 6vw, 2.5rem);
  background: var(--surface); border: 1px solid var(--line); border-radius: 1.125rem;
}
h1 { margin: 0; font-size: clamp(1.5rem, 6.5vw, 1.75rem); line-height: 1.15; letter-spacing: -.025em; }
p { margin: .5rem 0 0; }
.soft, .hint { color: var(--ink-soft); }
.hint, .problem, footer { font-size: .9375rem; line-height: 1.45; }
form { display: grid; gap: 1.25rem; margin-top: 1.75rem; }
.field { display: grid; gap: .375rem; }
.field p { margin: 0; }
label { font-weight: 600; }
input {
  width: 100%; min-height: 3rem; padding: .5rem .875rem; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--control); border-radius: .625rem;
}
input[aria-invalid="true"] { border-color: var(--down); box-shadow: inset 0 0 0 1px var(--down); }
button {
  min-height: 3rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-inverse); background: var(--inverse); border: 0; border-radius: .625rem;
  transition: opacity 140ms;
}
button:hover { opacity: .88; }
a { color: var(--signal); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--signal); outline-offset: 2px; }
.problem { margin: 0; color: var(--down); }
.alert { margin-top: 1.25rem; padding: .75rem 1rem; color: var(--down); background: var(--down-soft); border-radius: .625rem; }
.other { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
footer { color: var(--ink-soft); text-align: center; }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;
