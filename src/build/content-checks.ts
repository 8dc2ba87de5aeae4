/** During development, shows mistakes in content/ over the page and in the terminal. For builds see dev/build.ts. */
import type { AstroIntegration } from 'astro';
import type { ErrorPayload, Plugin } from 'vite';
import { contentMistakes, mistakesMessage } from './content-mistakes.ts';
import { formerAddressesInDev } from './former-addresses.ts';

/** For astro.config.mjs. */
export function contentChecks(): AstroIntegration {
  return {
    name: 'content-checks',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'dev') updateConfig({ vite: { plugins: [overlay(), formerAddressesInDev()] } });
      },
    },
  };
}

function overlay(): Plugin {
  return {
    name: 'content-checks',
    configureServer(server) {
      let shown = '';
      const ownError = (): ErrorPayload => ({
        type: 'error',
        err: { message: shown, stack: '', plugin: 'textos' },
      });
      const show = (): void => {
        const mistakes = contentMistakes();
        const message = mistakes.length > 0 ? mistakesMessage(mistakes) : '';
        const isMended = message === '' && shown !== '';
        if (message !== shown && !isMended) server.config.logger.error(message);
        shown = message;
        if (message !== '') server.ws.send(ownError());
        if (!isMended) return;
        server.config.logger.warn('Os textos e dados de content estão certos de novo.');
        server.ws.send({ type: 'full-reload' });
      };
      server.watcher.on('all', (_, file) => /\/content\/.*\.(?:mdx|json)$/.test(file) && show());
      // Also for pages that are opened later.
      server.ws.on('connection', show);
    },
  };
}
