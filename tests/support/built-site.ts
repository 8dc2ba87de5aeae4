/** The built pages that tests read from disk. The first browser worker serves the same ones, so they are built once. */
import { publicValues } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { ensureSiteBuild } from '#dev/site-build.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { journeyPort } from './journey-port.ts';

const port = journeyPort(0);

/** Folder of the built pages. */
export const builtSiteDir = stackFolders(port).outDir;
/** Origin in these pages. */
export const builtSiteUrl = stackAddresses(port).siteUrl;

/** Builds the pages if anything has changed. */
export function ensureBuiltSite(onBuild?: () => void): Promise<void> {
  const values = publicValues(stackAddresses(port));
  return ensureSiteBuild({ outDir: builtSiteDir, publicValues: values, ...(onBuild && { onBuild }) });
}
