/** States and texts of the copy button. */
export type CopyState = 'idle' | 'copied' | 'blocked';

/** How long "Copiado!" is shown (requirements 001 §9). */
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
