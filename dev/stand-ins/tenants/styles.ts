/** Style of the environment pages; colours are those of `src/styles/tokens.css`, written out to stay self-contained. */
export const styles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f5f3ea, #0a1410);
  --surface: light-dark(#fdfcf6, #0f1c16);
  --ink: light-dark(#0d2018, #e8f0e9);
  --soft: light-dark(#4a5b52, #a3b5aa);
  --line: light-dark(#dcd9cb, #1d2f26);
  --signal: light-dark(#0b7a43, #4ee29a);
  --pill: light-dark(#2bc873, #35d684);
  --down: light-dark(#d2402f, #ff6a58);
  --maintenance: light-dark(#b86e00, #f0ac3c);
  font: 17px/1.6 Figtree, system-ui, sans-serif;
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); }
header, main, footer { width: min(100% - 2.5rem, 46rem); margin-inline: auto; }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 1.25rem; border-bottom: 1px solid var(--line); }
main { flex: 1; padding-block: 2.5rem; display: grid; gap: 1.5rem; align-content: start; }
footer { padding-block: 1.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }
h1, h2, .brand { font-family: "Familjen Grotesk", system-ui, sans-serif; letter-spacing: -0.02em; line-height: 1.15; }
h1 { font-size: clamp(2rem, 6vw, 2.75rem); overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
a { color: var(--signal); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--signal); outline-offset: 3px; border-radius: 4px; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; color: var(--ink); font-size: 1.25rem; font-weight: 600; text-decoration: none; }
.mark { width: 2rem; height: 2rem; }
.mark rect { fill: var(--pill); } .mark path { fill: #fff; } .mark circle { fill: #14532d; }
.tenant, .lead, .note, .empty, dt { color: var(--soft); overflow-wrap: anywhere; }
.lead { max-width: 36rem; }
.badge { display: inline-flex; align-items: center; gap: 0.5rem; color: var(--signal); font-weight: 600; }
.badge i { width: 0.5rem; height: 1.1rem; border-radius: 99px; background: var(--pill); }
dl { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; }
dd { font-weight: 600; overflow-wrap: anywhere; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
.empty { padding: 1.25rem; }
.monitors { list-style: none; padding: 0; }
.monitors li { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 1rem; padding: 1rem 1.25rem; }
.monitors li + li { border-top: 1px solid var(--line); }
.name { font-weight: 600; } .uptime { color: var(--soft); }
.beats { grid-column: 1 / -1; display: flex; gap: 3px; height: 1.6rem; }
.beats i { flex: 1; border-radius: 99px; } .beats i:not([class]) { background: var(--line); }
.pending { background: var(--maintenance); }
.up { background: var(--pill); } .down { background: var(--down); } .maintenance { background: var(--maintenance); }
`;
