/** What "Copiar como Markdown" says, apart from how it looks. */
export type CopyPageState = 'idle' | 'copied' | 'blocked';

/** How long "Copiado!" stands (requirements 001 §9). */
export const COPIED_FOR_MS = 2000;

export const copyPageLabel: Record<CopyPageState, string> = {
  idle: 'Copiar como Markdown',
  copied: 'Copiado!',
  blocked: 'Não foi possível copiar',
};

export const copyPageAnnouncement: Record<CopyPageState, string> = {
  idle: '',
  copied: 'Artigo copiado como Markdown.',
  blocked: 'Não foi possível copiar. Abra a versão em Markdown pelo link ao lado.',
};
