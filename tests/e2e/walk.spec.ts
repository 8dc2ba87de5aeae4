/**
 * The first hour's clock: from the landing page to the first message, as whoever starts free does. Fails when the way asks
 * for more taps, fields or screens; prints the seconds of this machine and those of the model (tests/support/walk.ts).
 */
import { message } from '#domain/messages.ts';
import { mailTo, proofLinkTo } from '#tests/support/mail-journey.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { secondsOf, startWalk } from '#tests/support/walk.ts';

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`from the landing page to the first message, ${viewport.width} px`, async ({ page, stack }) => {
    await page.setViewportSize(viewport);
    const company = newPerson().email.slice('pessoa-'.length, -'@teste.example'.length);
    const person = newPerson({ name: 'Maria Souza', email: `maria@padaria-${company}.com.br` });
    const walk = startWalk();
    const started = performance.now();

    await page.goto('/');
    await walk.screen(page, /./);
    await walk.tap(page.locator('#top').getByRole('link', { name: 'Comece grátis agora' }));
    await walk.screen(page, 'Criar conta');
    await walk.type(page.getByLabel('E-mail'), person.email);
    await walk.type(page.getByLabel('Nome', { exact: true }), 'Maria');
    await walk.type(page.getByLabel('Sobrenome'), 'Souza');
    await walk.tap(page.getByRole('button', { name: 'Criar conta' }));
    await walk.screen(page, 'Confirme o seu e-mail');

    const toMailbox = performance.now();
    const mailbox = startWalk();
    const link = await proofLinkTo(stack, person);
    await page.goto(`${stack.addresses.mailUrl}/__stand-in`);
    await mailbox.tap(page.getByRole('row', { name: person.email }).getByRole('link'));
    await mailbox.screen(page, 'Confirme o seu e-mail');
    const opening = page.context().waitForEvent('page');
    await mailbox.tap(page.frameLocator('iframe').getByRole('link', { name: 'Confirmar o e-mail' }));
    const tab = await opening;
    expect(link).toContain('/login-actions/action-token?key=');
    const inMailbox = performance.now() - toMailbox;

    await tab.setViewportSize(viewport);
    await walk.screen(tab, 'Escolha a sua senha');
    await walk.type(tab.getByLabel('Senha nova', { exact: true }), person.password);
    await walk.type(tab.getByLabel('Repita a senha nova'), person.password);
    await walk.tap(tab.getByRole('button', { name: 'Enviar' }));
    await walk.screen(tab, 'O endereço do seu painel');
    await expect(tab.getByLabel('Subdomínio')).toHaveValue(`padaria-${company}`);
    await walk.tap(tab.getByLabel('Li e aceito os termos de uso'));
    await walk.tap(tab.getByRole('button', { name: 'Criar meu painel grátis' }));
    await walk.screen(tab, message('first-monitor.title'));
    await walk.tap(tab.getByRole('button', { name: 'Vigiar este site' }));
    await mailTo(stack, person, /^Primeira checagem: /);

    const counts = walk.counts();
    const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
    console.log(
      [
        `Caminho grátis, ${viewport.width} px: ${counts.taps} toques, ${counts.fields} campos`,
        `${counts.characters} caracteres, ${counts.screens} telas`,
        `pelo modelo ${secondsOf(counts).toFixed(0)} s`,
        `nesta máquina ${seconds(performance.now() - started - inMailbox)} s`,
        `na caixa de e-mail ${mailbox.counts().taps} toques e ${seconds(inMailbox)} s`,
      ].join('; '),
    );
    expect(counts).toMatchObject({ taps: 6, fields: 5, screens: 6 });
    expect(secondsOf(counts)).toBeLessThan(120);
  });
}
