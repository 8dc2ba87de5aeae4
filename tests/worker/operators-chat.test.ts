/** A notice to the operators reaches their chat when mail is down, once; a customer's mail never does. */
import { beforeEach, expect, test } from 'vitest';
import { composeDeps } from '#functions/compose.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { addresses, calmServices, env, newKey, noFaults, setFaults, sql } from './support.ts';

beforeEach(calmServices);

async function noticed(isMailDown: boolean): Promise<readonly string[]> {
  const texts: string[] = [];
  const deps = composeDeps(env);
  const chat = { write: async (text: string) => texts.push(text) };
  const about = { subdomain: 'padaria', reference: newKey(), amountCentavos: null };
  await notifyOperators(deps, 'undelivered', about);
  await setFaults(addresses.mailUrl, { ...noFaults, down: isMailDown });
  for (let tries = 0; tries < 2; tries += 1) {
    await sql("UPDATE work SET due_at = 0 WHERE kind = 'mail'");
    await runWork({ ...deps, operatorsChat: chat }, mailWork);
  }
  await setFaults(addresses.mailUrl, noFaults);
  return texts;
}

test('while mail is down the subject reaches the chat once; while it works, nothing does', async () => {
  expect(await noticed(true)).toEqual([expect.stringMatching(/^\[Operação\] .*: padaria$/)]);
  await calmServices();
  expect(await noticed(false)).toEqual([]);
});

test('the chat is the one of the setting, through the bot', () => {
  expect(composeDeps(env).operatorsChat).toBe(null);
  expect(composeDeps({ ...env, OPERATORS_CHAT: '-100123' }).operatorsChat).not.toBe(null);
  expect(composeDeps({ ...env, OPERATORS_CHAT: '-100123', TELEGRAM_BOT_TOKEN: '' }).operatorsChat).toBe(null);
});
