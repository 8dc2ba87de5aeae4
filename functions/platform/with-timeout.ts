/** Limits how long a caller waits. */

/** The result of `work`, or `late` if it takes longer than `ms`; the work itself continues. */
export async function withTimeout<T, Late>(work: Promise<T>, ms: number, late: Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}
