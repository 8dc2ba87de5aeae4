/** `/conta/ocorrencias`: the falls of ninety days, for owner and members. */
import { signedInPage } from '#session/after-sign-in.tsx';

export const OccurrencesPage = signedInPage(
  async () => (await import('./occurrences-board.tsx')).OccurrencesBoard,
);
