/**
 * The only script of the realm's pages: while a page waits for a mail, it goes on by itself once another tab of this
 * browser has signed in, as Keycloak's authChecker.js does.
 */
export const pageScript = `
const way = document.querySelector('a[data-continue]');
async function look() {
  const answer = await fetch(way.dataset.continue).catch(() => null);
  if (answer?.ok && (await answer.text()) === 'open') location.href = way.href;
  else setTimeout(look, 2000);
}
if (way) setTimeout(look, 2000);
`;
