/** The sign-in in front of the environments (deploy/sign-in-chart), as its public address shows it. */

/**
 * Asks oauth2-proxy's health endpoint (`/ping`), through the Ingress and its certificate as a customer would.
 * @throws When it does not answer 200.
 */
export async function checkSignIn(origin: string, send: typeof fetch): Promise<void> {
  const response = await send(`${origin}/ping`, { redirect: 'manual' });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`sign-in answered with ${response.status}`);
}
