/** The gallery of primitives, built into a folder of its own and handed to a page without a server. */
import type { BrowserContext } from '@playwright/test';
import { publicValues } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { ensureSiteBuild } from '#dev/site-build.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { GALLERY_VARIABLE } from '../../src/build/gallery.ts';
import { journeyPort } from './journey-port.ts';
import { serveFolder } from './served-folder.ts';

const port = journeyPort(0);
const outDir = `${stackFolders(port).outDir}-galeria`;

/** Origin the gallery answers on; no name server knows it. */
export const galleryUrl = 'http://galeria.test';

export async function buildGallery(): Promise<void> {
  const values = publicValues(stackAddresses(port));
  await ensureSiteBuild({ outDir, publicValues: { ...values, [GALLERY_VARIABLE]: '1' } });
}

/** Answers the gallery's address from the built files. */
export const serveGallery = (context: BrowserContext): Promise<void> =>
  serveFolder(context, galleryUrl, outDir);
