/** Style of the conversations, on top of the stand-ins' layout. */
import { html } from 'hono/html';

export const chatStyles = html`<style>
  .telegram { display: grid; grid-template-columns: minmax(0, 16rem) minmax(0, 1fr); gap: 2rem; }
  .telegram ul, .telegram ol { list-style: none; margin: 0 0 1rem; padding: 0; }
  nav a { display: block; padding: 0.6rem 0.8rem; border-radius: 10px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  nav a:hover, nav a[aria-current] { background: #8883; }
  h2 { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
  small { font-size: 0.8rem; font-weight: 400; color: light-dark(#555, #aaa); }
  .line { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin-bottom: 1rem; }
  .line label { display: grid; flex: 1 1 9rem; gap: 0.25rem; }
  .line input { width: 100%; box-sizing: border-box; }
  ol { display: grid; gap: 0.75rem; justify-items: start; }
  ol li { max-width: min(34rem, 88%); padding: 0.6rem 0.9rem; border-radius: 14px; background: #8883; }
  ol li.ana { justify-self: end; background: light-dark(#d7f2e0, #1c4630); }
  ol li.service { justify-self: center; background: none; text-align: center; }
  ol p { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
  @media (max-width: 48rem) { .telegram { grid-template-columns: minmax(0, 1fr); gap: 1rem; } }
</style>`;
