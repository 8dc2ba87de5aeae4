/** What the copy button says, apart from how it looks. */
export type CopyState = 'idle' | 'copied' | 'blocked';

/** How long "Copiado!" stands (requirements 001 §9). */
export const COPIED_FOR_MS = 2000;

export const copyLabel: Record<CopyState, string> = {
  idle: 'Copiar',
  copied: 'Copiado!',
  blocked: 'Selecione e copie',
};

export const copyAnnouncement: Record<CopyState, string> = {
  idle: '',
  copied: 'Texto copiado.',
  blocked: 'O navegador não deixou copiar. Selecione o texto e copie com o teclado.',
};
