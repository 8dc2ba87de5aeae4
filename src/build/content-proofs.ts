/** During development, shows mistakes in content/ over the page and in the terminal. For builds see dev/build.ts. */
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { tellAuthors } from './author-told.ts';
import { contentMistakes, toldMistakes } from './content-mistakes.ts';

/** For astro.config.mjs. */
export function contentProofs(): AstroIntegration {
  return {
    name: 'content-proofs',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        updateConfig({ vite: { plugins: command === 'dev' ? [tellAuthors(), overlay()] : [tellAuthors()] } });
      },
    },
  };
}

function overlay(): Plugin {
  return {
    name: 'content-proofs',
    configureServer(server) {
      let said = '';
      const show = (): void => {
        const mistakes = contentMistakes();
        const message = mistakes.length > 0 ? toldMistakes(mistakes) : '';
        if (message !== said)
          server.config.logger.error(message || 'Os textos e dados de content estão certos de novo.');
        const isMended = message === '' && said !== '';
        said = message;
        if (isMended) server.ws.send({ type: 'full-reload' });
        if (message !== '') server.ws.send({ type: 'error', err: { message, stack: '', plugin: 'textos' } });
      };
      server.watcher.on('change', (file) => /\/content\/.*\.(?:mdx|json)$/.test(file) && show());
      // Also for pages that are opened later.
      server.ws.on('connection', show);
    },
  };
}
