/** During development, shows mistakes in content/ over the page and in the terminal. For builds see dev/build.ts. */
import type { AstroIntegration } from 'astro';
import type { ErrorPayload, Plugin } from 'vite';
import { authorSentences, tellAuthors } from './author-told.ts';
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
      const ours = (): ErrorPayload => ({
        type: 'error',
        err: { message: said, stack: '', plugin: 'textos' },
      });
      /** Shows a mistake in the content instead of the error that it caused. */
      const told = (payload: ErrorPayload): ErrorPayload => {
        if (said !== '') return ours();
        const sentence = authorSentences(new Error(payload.err.message));
        if (sentence === undefined || sentence === payload.err.message) return payload;
        server.config.logger.error(sentence);
        return { ...payload, err: { ...payload.err, message: sentence } };
      };
      const { hot } = server.environments.client;
      const send: (...call: unknown[]) => void = hot.send.bind(hot);
      hot.send = (first: unknown, ...rest: unknown[]) =>
        send(isFailure(first) ? told(first) : first, ...rest);
      const show = (): void => {
        const mistakes = contentMistakes();
        const message = mistakes.length > 0 ? toldMistakes(mistakes) : '';
        const isMended = message === '' && said !== '';
        if (message !== said && !isMended) server.config.logger.error(message);
        said = message;
        if (message !== '') server.ws.send(ours());
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

const isFailure = (payload: unknown): payload is ErrorPayload =>
  typeof payload === 'object' && payload !== null && 'type' in payload && payload.type === 'error';
