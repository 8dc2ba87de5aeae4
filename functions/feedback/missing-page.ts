/** Which unknown paths visitors came to, counted per day. No visitor is told apart from another. */
export interface MissingPageStore {
  /**
   * Counts one visit to an unknown path.
   *
   * Bounded: once a day holds its fill of different paths, a new path of that day is not kept, and days older than
   * `keepFrom` go. A path already held goes on being counted.
   *
   * @param day Calendar day, `YYYY-MM-DD`.
   */
  count(path: string, day: string, keepFrom: string): Promise<void>;
}
