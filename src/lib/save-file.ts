/** Downloads a text as a file. */
export function saveFile(name: string, type: `${string}/${string}`, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
