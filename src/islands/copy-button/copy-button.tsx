/** The copy button of a code block in an article; features/copy holds it, because the tools have it too. */
export { CopyButton } from '#features/copy/copy-button.tsx';
