/** Validates and sends the recipients of the notas fiscais; the typed text always stays. */
import { useState } from 'react';
import { FiscalContacts } from '#domain/api-schemas/fiscal.ts';
import { message } from '#domain/messages/account.ts';
import { describeFailure } from '#form/failure.ts';
import { signInIfExpired } from '#session/expired.ts';
import type { Toast } from '#ui/toaster.tsx';
import { postFiscalContacts } from './contract-api.ts';

/** As typed, with all addresses in one line. */
export interface FiscalTyped {
  readonly emails: string;
  readonly pedido: string;
}

type Problems = Partial<Record<keyof FiscalTyped, string>>;

const addressesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter((each) => each !== '');

export function useFiscalContacts() {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Toast | null>(null);
  const [phase, setPhase] = useState<'idle' | 'sending' | 'saved'>('idle');

  async function sendProved(contacts: FiscalContacts): Promise<void> {
    setPhase('sending');
    try {
      await postFiscalContacts(contacts);
      setPhase('saved');
    } catch (error) {
      void signInIfExpired(error);
      const { toast, fields } = describeFailure(error, {
        title: message('fiscal.failed-title'),
      });
      setProblems(problemsOf(Object.entries(fields)));
      setFailure(toast);
      setPhase('idle');
    }
  }

  function send({ emails, pedido }: FiscalTyped): void {
    setFailure(null);
    const read = FiscalContacts.safeParse({ emails: addressesIn(emails), pedido });
    const found = read.error?.issues.map((issue) => [issue.path.join('.'), issue.message] as const);
    setProblems(problemsOf(found ?? []));
    setPhase('idle');
    if (read.success) void sendProved(read.data);
  }

  /** Clears a field's error when its value changes. */
  function forget(name: keyof FiscalTyped): void {
    setProblems(({ [name]: _, ...others }) => others);
    setPhase((now) => (now === 'saved' ? 'idle' : now));
  }

  return { forget, problems, failure, isPending: phase === 'sending', isSaved: phase === 'saved', send };
}

/** The first error of each field; an error about one address belongs to the whole line. */
function problemsOf(found: readonly (readonly [path: string, sentence: string])[]): Problems {
  const of = (name: keyof FiscalTyped) => found.find(([path]) => path.split('.')[0] === name)?.[1];
  const [emails, pedido] = [of('emails'), of('pedido')];
  return { ...(emails === undefined ? {} : { emails }), ...(pedido === undefined ? {} : { pedido }) };
}
