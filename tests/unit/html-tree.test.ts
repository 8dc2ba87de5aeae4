import { expect, test } from 'vitest';
import {
  elementsIn,
  findElement,
  parseHtml,
  startTag,
  textOf,
  withChanges,
} from '../../src/lib/html-tree.ts';

const named = (html: string, wanted: string) =>
  findElement(parseHtml(html), ({ name }) => name === wanted) ?? {
    name: '',
    attributes: {},
    children: [],
    place: null,
  };

test('scripts contain text, templates contain elements', () => {
  const html = '<script>if (a<b) "<p>"</script><template><p>x</p></template>';
  expect(textOf(named(html, 'script'))).toBe('if (a<b) "<p>"');
  expect(textOf(named(html, 'template'))).toBe('x');
});

test('replacing a part keeps everything around it', () => {
  const html = '<!doctype html><title>é &amp; í</title><p class="a">um<br>dois</p><p>três</p>';
  const [first, second] = [...elementsIn(parseHtml(html))].filter(({ name }) => name === 'p');
  const { innerStart: start = 0, innerEnd: end = 0 } = first?.place ?? {};
  const whole = second?.place ?? { start: 0, end: 0 };
  expect(
    withChanges(html, [
      { ...whole, text: '<hr>' },
      { start, end, text: 'x' },
    ]),
  ).toBe('<!doctype html><title>é &amp; í</title><p class="a">x</p><hr>');
});

test('a start tag is written as it was read', () => {
  const tag = '<a hidden href="/x?a=1&amp;b=2" title="&quot;x&quot;">';
  expect(startTag(named(`${tag}x</a>`, 'a'))).toBe(tag);
});
