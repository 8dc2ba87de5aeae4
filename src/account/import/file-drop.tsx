/** A place to drop a file, or to choose one with the browser's own window. */
import { type ComponentPropsWithoutRef, useState } from 'react';

const sizes = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const KB = 1024;

/** "842 kB", "12,4 MB". */
const sizeWords = (bytes: number): string =>
  bytes < KB * KB ? `${Math.ceil(bytes / KB)} kB` : `${sizes.format(bytes / KB / KB)} MB`;

interface FileDropProps extends Pick<ComponentPropsWithoutRef<'input'>, 'id' | 'accept'> {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  /** What was chosen; `null` before. */
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

export function FileDrop({ file, onFile, ...control }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={`relative grid min-h-28 place-content-center justify-items-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center transition-colors duration-(--duration-quick) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-aria-invalid:border-down-text ${isOver ? 'border-signal bg-signal-soft text-on-signal-soft' : 'border-control bg-paper hover:border-ink'}`}
    >
      <p className="font-semibold wrap-anywhere">
        {file === null ? (
          <>
            <span className="pointer-coarse:hidden">Solte o arquivo aqui ou </span>
            <span className="underline underline-offset-4">
              <span className="pointer-coarse:hidden">escolha no computador</span>
              <span className="pointer-fine:hidden">Escolher o arquivo</span>
            </span>
          </>
        ) : (
          file.name
        )}
      </p>
      <p className="text-ui text-ink-soft">
        {file === null ? 'Um só arquivo' : `${sizeWords(file.size)}. Toque para trocar.`}
      </p>
      {/* The browser's own control covers the place: it takes what is dropped on it. */}
      <input
        {...control}
        type="file"
        onChange={({ target }) => {
          setOver(false);
          onFile(target.files?.[0] ?? null);
        }}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}
