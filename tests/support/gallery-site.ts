/** The component gallery, built into its own folder and served without a stack. */
import { publicValues } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { ensureSiteBuild } from '#dev/site-build.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { GALLERY_VARIABLE } from '../../src/build/gallery.ts';
import { serveBuilt } from './built-server.ts';
import { journeyPort } from './journey-port.ts';

const port = journeyPort(0);
const outDir = `${stackFolders(port).outDir}-galeria`;

export async function buildGallery(): Promise<void> {
  const values = publicValues(stackAddresses(port));
  await ensureSiteBuild({ outDir, publicValues: { ...values, [GALLERY_VARIABLE]: '1' } });
}

/** Serves the gallery on a port of its own, at /galeria. */
export const serveGallery = () => serveBuilt(outDir, { isCompressed: false });
