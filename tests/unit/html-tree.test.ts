import { expect, test } from 'vitest';
import {
  elementsIn,
  findElement,
  parseHtml,
  startTag,
  textOf,
  withAttributes,
  withChanges,
} from '../../src/lib/html-tree.ts';

const named = (html: string, wanted: string) =>
  findElement(parseHtml(html), ({ name }) => name === wanted) ?? {
    name: '',
    attributes: {},
    children: [],
    place: { start: 0, end: 0, innerStart: 0, innerEnd: 0 },
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

test('an element without an end tag ends where the next begins', () => {
  const html = '<ul><li>um<li>dois<br>três</ul><p>quatro';
  const written = [...elementsIn(parseHtml(html))].map(({ place }) => html.slice(place.start, place.end));
  expect(written).toEqual([
    '<ul><li>um<li>dois<br>três</ul>',
    '<li>um',
    '<li>dois<br>três',
    '<br>',
    '<p>quatro',
  ]);
});

test('text is read as it is shown, attributes in small letters', () => {
  const { attributes, children } = named(
    '<p tabIndex="0" title="a &amp; b">1 &lt; 2<!-- x --> &amp; 3</p>',
    'p',
  );
  expect(attributes).toEqual({ tabindex: '0', title: 'a & b' });
  expect(children).toEqual(['1 < 2 & 3']);
});

test('a start tag is written as it was read', () => {
  const tag = '<a hidden href="/x?a=1&amp;b=2" title="&quot;x&quot;">';
  expect(startTag(named(`${tag}x</a>`, 'a'))).toBe(tag);
});

test('an attribute is written beside the others, whether it was there or not', () => {
  const html = '<p hidden title="um">x</p>';
  const changed = (name: string, value: string) =>
    withChanges(html, withAttributes(named(html, 'p'), { [name]: value }));
  expect(changed('title', 'a & "b"')).toBe('<p hidden title="a &amp; &quot;b&quot;">x</p>');
  expect(changed('data-size', '1 MB')).toBe('<p hidden title="um" data-size="1 MB">x</p>');
});
