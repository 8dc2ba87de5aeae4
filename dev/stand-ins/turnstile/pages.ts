/** The local Turnstile's browser side: its script and its frame. */
import type { TurnstileSettings } from './state.ts';

/** `turnstile.render` as pages use it, with a frame of this origin. */
export const apiScript = `(() => {
  const source = new URL(document.currentScript.src);
  window.turnstile = {
    render(where, options) {
      const { sitekey, action = '', theme = 'auto' } = options;
      const place = typeof where === 'string' ? document.querySelector(where) : where;
      const frame = document.createElement('iframe');
      const query = new URLSearchParams({ sitekey, action, theme, hostname: location.hostname });
      frame.src = source.origin + '/turnstile/frame?' + query;
      frame.title = 'Verificação';
      frame.width = '100%';
      frame.height = '65';
      frame.style.border = '0';
      addEventListener('message', (event) => {
        if (event.origin !== source.origin || event.source !== frame.contentWindow) return;
        if (event.data.token) options.callback?.(event.data.token);
        else options['error-callback']?.('300010');
      });
      place.append(frame);
      return 'local-widget';
    },
  };
  const loaded = source.searchParams.get('onload');
  if (loaded) window[loaded]();
})();
`;

/** The frame: solves itself, waits for a click, or fails. */
export const framePage = (mode: TurnstileSettings['mode']): string => `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Verificação</title>
<style>
:root { font: 15px/1.4 system-ui, sans-serif; color-scheme: light dark }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
body { margin: 0; height: 63px; display: flex; align-items: center; gap: 10px; padding: 0 14px; border: 1px solid #888; box-sizing: border-box }
label { display: flex; align-items: center; gap: 10px; cursor: pointer }
input { width: 22px; height: 22px }
</style></head>
<body>
<label id="ask" hidden><input type="checkbox"> Confirme que é uma pessoa</label>
<span id="said" role="status"></span>
<script>
const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme');
const said = document.getElementById('said');
const ask = document.getElementById('ask');
async function solve() {
  const body = JSON.stringify({ hostname: query.get('hostname'), action: query.get('action') });
  const answer = await fetch('/turnstile/solved', { method: 'POST', body });
  ask.hidden = true;
  said.textContent = 'Verificação concluída (substituto local)';
  parent.postMessage(await answer.json(), '*');
}
const modes = {
  passes: solve,
  asks() { ask.hidden = false; ask.querySelector('input').onchange = solve },
  fails() { said.textContent = 'A verificação falhou (substituto local)'; parent.postMessage({ error: true }, '*') },
};
modes[${JSON.stringify(mode)}]();
</script>
</body>
</html>`;
