/** The component gallery, built into its own folder and served to a page without a server. */
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

/** Origin of the gallery; not a registered host name. */
export const galleryUrl = 'http://galeria.test';

export async function buildGallery(): Promise<void> {
  const values = publicValues(stackAddresses(port));
  await ensureSiteBuild({ outDir, publicValues: { ...values, [GALLERY_VARIABLE]: '1' } });
}

/** Serves the gallery's origin from the built files. */
export const serveGallery = (context: BrowserContext): Promise<void> =>
  serveFolder(context, galleryUrl, outDir);
