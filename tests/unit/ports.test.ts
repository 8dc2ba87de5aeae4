/** Ports that browsers block are refused at once, with a sentence. */
import { expect, test } from 'vitest';
import { refusedPorts, requireFreePorts } from '#dev/free-ports.ts';
import { stackAddresses } from '#dev/ports.ts';

test.each([...refusedPorts])('port %i is refused by fetch itself', async (port) => {
  await expect(fetch(`http://localhost:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
});

test.each([
  [6000, 'PORT=6000 não serve: navegadores não abrem a porta 6000 (site e API).'],
  [5048, 'PORT=5048 não serve: navegadores não abrem a porta 5060 (Argo CD).'],
  [4174, 'PORT=4174 não serve: navegadores não abrem a porta 4190 (API no modo de desenvolvimento).'],
])('PORT=%i is refused with an alternative', async (sitePort, sentence) => {
  await expect(requireFreePorts(stackAddresses(sitePort))).rejects.toThrow(
    `${sentence} Escolha outra: PORT=5000 npm start`,
  );
});
