/** Questions at a terminal, or from a pipe: one line an answer. */
import { createInterface } from 'node:readline';
import input from '@inquirer/input';
import password from '@inquirer/password';

interface Prompt {
  /** One line, without a colon. */
  readonly message: string;
  /** Taken for Enter; shown in brackets. */
  readonly fallback?: string | undefined;
  /** Not shown while it is typed, and never repeated. */
  readonly isSecret?: boolean | undefined;
}

export interface Terminal {
  readonly say: (line: string) => void;
  /** @returns What was typed, without spaces around it; `null` when there is no more, or the person left. */
  readonly ask: (prompt: Prompt) => Promise<string | null>;
}

const shown = ({ message, fallback }: Prompt): string =>
  fallback === undefined ? message : `${message} [${fallback}]`;

/** The library's own words are in English. */
const hidden = { style: { maskedText: '(oculta)', keysHelpTip: () => undefined } };

/** A person: line editing and hidden input are the library's. */
export function atTerminal(): Terminal {
  return {
    say: (line) => console.log(line),
    async ask(prompt) {
      try {
        const typed = prompt.isSecret
          ? await password({ message: shown(prompt), mask: false, toggleMask: false, theme: hidden })
          : await input({ message: shown(prompt) });
        return typed.trim() || (prompt.fallback ?? '');
      } catch (error) {
        // Ctrl-C, or the terminal is gone.
        if (
          error instanceof Error &&
          /^(ExitPromptError|AbortPromptError|CancelPromptError)$/.test(error.name)
        )
          return null;
        throw error;
      }
    },
  };
}

/** Lines of a stream. The library closes its reader after each question, and lines that came early would be lost. */
export function fromLines(stream: NodeJS.ReadableStream, say: (line: string) => void): Terminal {
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  return {
    say,
    async ask(prompt) {
      const { value, done } = await lines.next();
      if (done === true) return null;
      const typed = String(value).trim();
      say(`? ${shown(prompt)} ${prompt.isSecret && typed !== '' ? '(oculta)' : typed}`);
      return typed || (prompt.fallback ?? '');
    },
  };
}
