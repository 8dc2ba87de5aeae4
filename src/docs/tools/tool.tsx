/**
 * A tool's place in an article. Its code and styles come when it is near: drawn in the page, the tools would be a third
 * of their articles' weight.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadStyle } from '#lib/load-style.ts';

interface PartProps {
  readonly initial?: string;
}

type Load = () => Promise<ComponentType<PartProps>>;

const tools = {
  'condition-builder': async () =>
    (await import('./condition-builder/condition-builder.tsx')).ConditionBuilder,
  'cron-reader': async () => (await import('./cron-reader/cron-reader.tsx')).CronReader,
  'message-composer': async () => (await import('./message-composer/message-composer.tsx')).MessageComposer,
  'payload-preview': async () => (await import('./payload-preview/payload-preview.tsx')).PayloadPreview,
  'push-builder': async () => (await import('./push-builder/push-builder.tsx')).PushBuilder,
} satisfies Record<string, Load>;

export type ToolName = keyof typeof tools;

export interface ToolProps {
  readonly name: ToolName;
  /** What its first field holds at the beginning. */
  readonly initial?: string | undefined;
  /** Address of the tools' styles. */
  readonly style: string;
}

export function Tool({ name, initial, style }: ToolProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Part, setPart] = useState<ComponentType<PartProps> | 'failed'>();

  useEffect(() => {
    if (Part !== undefined) return;
    const load: Load = tools[name];
    void Promise.all([load(), loadStyle(style)]).then(
      ([loaded]) => setPart(() => loaded),
      () => setPart('failed'),
    );
  }, [Part, name, style]);

  useEffect(() => {
    if (typeof Part !== 'function' || document.documentElement.dataset['environment'] === undefined) return;
    void import('#docs/articles/own-address.ts').then(
      ({ fillOwnAddress }) => place.current && fillOwnAddress(place.current),
      () => {},
    );
  }, [Part]);

  return (
    <div ref={place} data-tool={name}>
      {Part === 'failed' ? (
        <p>
          A ferramenta não carregou. Confira a sua conexão.{' '}
          <button type="button" onClick={() => setPart(undefined)}>
            Carregar de novo
          </button>
        </p>
      ) : (
        Part && <Part {...(initial !== undefined && { initial })} />
      )}
    </div>
  );
}
