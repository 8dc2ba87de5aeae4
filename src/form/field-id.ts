/** Id of the control for a field path; a dot would have to be escaped in selectors. */
export function fieldId(path: string): string {
  return path.replaceAll('.', '-');
}
