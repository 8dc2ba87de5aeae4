/** Loads the template engine once the reader writes a template. */
import { useEffect, useState } from 'react';
import type { Rendered, renderTemplate } from './liquid.ts';

const answering = (rendered: Partial<Rendered>) => (): Rendered => ({
  text: '',
  error: undefined,
  notes: [],
  ...rendered,
});
const loading = answering({ notes: ['Carregando a prévia…'] });
const failed = answering({ error: 'A prévia não carregou. Confira a sua conexão e recarregue a página.' });

export function useTemplates(isWanted: boolean): typeof renderTemplate {
  const [render, setRender] = useState<typeof renderTemplate>(() => loading);
  useEffect(() => {
    if (!isWanted) return;
    import('./liquid.ts').then(
      ({ renderTemplate }) => setRender(() => renderTemplate),
      () => setRender(() => failed),
    );
  }, [isWanted]);
  return render;
}
