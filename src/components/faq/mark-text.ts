/** Puts `<mark>` around words of a text that is already on the page, and takes it away again. */

/** @param find Where the words stand in one run of text: start and end, in order. */
export function wrapMarks(
  root: Element,
  find: (text: string) => readonly (readonly [start: number, end: number])[],
): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const runs: Text[] = [];
  while (walker.nextNode()) runs.push(walker.currentNode as Text);
  for (const run of runs) {
    // From the end, so that the places before stay where they are.
    for (const [start, end] of find(run.data).toReversed()) {
      const word = run.splitText(start);
      word.splitText(end - start);
      const mark = document.createElement('mark');
      word.replaceWith(mark);
      mark.append(word);
    }
  }
}

export function unmark(root: Element): void {
  for (const mark of root.querySelectorAll('mark')) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}
