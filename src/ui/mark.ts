/** Geometry of the mark, an eye, on a grid of 32; used by logo, icons and social images. */
export const mark = {
  radius: 9,
  eye: 'M4.5 16C7.4 10.6 11.3 8 16 8s8.6 2.6 11.5 8c-2.9 5.4-6.8 8-11.5 8S7.4 21.4 4.5 16Z',
  pupil: { cx: 16, cy: 16, r: 5 },
  glint: { cx: 17.9, cy: 14.1, r: 1.7 },
} as const;
