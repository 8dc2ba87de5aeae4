/** The operator's settings for the pages of this build, validated once. Code for the browser takes `settings`. */
import siteJson from '#content/site.json' with { type: 'json' };
import { type PublicConfig, readPublicConfig } from '#lib/public-config.ts';

export const config: PublicConfig = readPublicConfig(import.meta.env, siteJson);
