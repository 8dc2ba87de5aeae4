import fc from 'fast-check';

const number = (min: number, max: number) => fc.integer({ min, max }).map(String);
const part = (min: number, max: number) => {
  const range = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const plain = fc.oneof(fc.constant('*'), number(min, max), range);
  // A step that leaves more than the first value; the others are refused.
  const stepped = fc
    .tuple(fc.integer({ min, max: max - 2 }), fc.integer({ min: 1, max: max - min - 1 }), fc.boolean())
    .map(([low, step, isAny]) => (isAny ? `*/${step}` : `${low}-${max}/${Math.min(step, max - low)}`));
  return fc.array(fc.oneof(plain, stepped), { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
};
/** Expressions that are accepted, of every kind. */
export const cronExpressions = fc
  .tuple(part(0, 59), part(0, 23), part(1, 31), part(1, 12), part(0, 7))
  .map((parts) => parts.join(' '));
