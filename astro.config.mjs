import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { loadEnv } from 'vite';
import { clientPress } from './src/build/client-press.ts';
import { contentSecurityPolicy } from './src/build/csp.ts';
import { datedFacts } from './src/build/dated-facts-warning.ts';
import { docsMarkdown } from './src/build/docs-markdown.ts';
import { docsOffline } from './src/build/docs-offline.ts';
import { docsSearch } from './src/build/docs-search.ts';
import { docsTwins } from './src/build/docs-twins.ts';
import { findability } from './src/build/findability.ts';
import { finishedPages } from './src/build/finished-pages.ts';
import { formerAddressesInDev, formerAddressRedirects } from './src/build/former-addresses.ts';
import { gallery, isGalleryAlone } from './src/build/gallery.ts';
import { scriptInventory } from './src/build/script-inventory.ts';
import { readPublicConfig, settingsOf } from './src/lib/public-config.ts';

const env = loadEnv(process.env.NODE_ENV ?? 'production', process.cwd(), 'PUBLIC_');
/** An operator's own, where `npm run deploy` made one (ops/operator). */
const siteFile = resolve(process.env.SITE_FILE ?? 'content/site.json');
const config = readPublicConfig(env, JSON.parse(readFileSync(siteFile, 'utf8')));

/** Files made from the finished pages. */
const madeFromPages = [
  docsTwins(config.siteUrl, config.site.name),
  findability(config.site.name),
  docsSearch(),
  docsOffline(),
  formerAddressRedirects(),
];

/** Styles of the documentation's pages and of the blocks in articles: one sheet for all of them. */
const docsStyles =
  /\/src\/(?:docs\/articles\/(?!index-|article-rows|in-development|docs-notice|category-mark)|docs\/blocks\/(?!hero|providers|carousel|plan-|call-to-action|aside|fold|term)|docs\/(?:copy|feedback)\/|ui\/heading-|layouts\/docs-layout|pages\/docs\/\[|styles\/docs).*\.css$/;

/** What is around every page, with the button of the help window. */
const frameStyles = /\/src\/(?:layouts\/(?:base-layout|site-|theme-switch)|chat\/chat\.).*css$/;

const landingStyles = /\/src\/landing\/.*\.css$/;

export default defineConfig({
  site: config.siteUrl,
  output: 'static',
  outDir: process.env.VIGIA_OUT_DIR ?? './dist',
  // Addresses are those of the requirements: no trailing slash, and `/checkout` is a file `checkout.html`.
  trailingSlash: 'never',
  build: { format: 'file' },
  integrations: [
    react(),
    clientPress(),
    // Elements without components become plain HTML: a fifth of the code to bundle. The named ones have components of ours.
    mdx({ optimize: { ignoreElementNames: ['h2', 'h3', 'pre', 'table'] } }),
    datedFacts(),
    finishedPages(madeFromPages),
    // Last, because it lists the scripts of the finished pages.
    scriptInventory(),
    gallery(),
  ],
  // Needs MDX, because its footer reads the legal texts.
  ...(isGalleryAlone && {
    srcDir: './src/gallery',
    integrations: [react(), mdx(), finishedPages(), gallery()],
  }),
  markdown: docsMarkdown,
  image: {
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: {
        // A little larger files for a build of seconds instead of half a minute.
        avif: { effort: 1 },
        // Screens are drawn, and drawn pictures weigh less so than with loss. More effort makes them no smaller.
        webp: { lossless: true, effort: 2 },
      },
    },
  },
  security: { csp: contentSecurityPolicy(config) },
  vite: {
    plugins: [tailwindcss(), formerAddressesInDev()],
    resolve: { alias: { '#content/site.json': siteFile } },
    define: { VIGIA_SETTINGS: JSON.stringify(settingsOf(config)) },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // One file for what every island asks for together: fewer requests, and smaller than its four parts.
              codeSplitting: {
                groups: [
                  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
                  { name: 'load', test: /\/src\/lib\/(?:navigate|storage)\.ts|preload-helper/ },
                  {
                    name: 'site',
                    test: /\/src\/layouts\/(?:site|menu|theme-script)\.ts|\/lib\/press\.ts|\/session-links\.ts|\/offer-search\.ts/,
                  },
                  // Every page behind a sign-in asks for these together. The first two are apart, because
                  // a group takes along what it imports: public pages ask for these without a session.
                  {
                    name: 'settings',
                    test: /\/src\/lib\/settings\.ts$|\/src\/domain\/subdomain\/tenant-url\.ts$|\/src\/domain\/messages\/writer\.ts$|\/src\/session\/known-account\.ts$/,
                  },
                  { name: 'plan-ids', test: /\/src\/domain\/plans\/ids\.ts$/ },
                  {
                    name: 'session',
                    test: /\/src\/session\/(?:session|session-store|session-destination)\.ts$/,
                  },
                  { name: 'controls', test: /\/src\/ui\/(?:button|spinner|waiting|notice)\.tsx$/ },
                  // Three constants of what is sold: less together than apart.
                  {
                    name: 'sold',
                    test: /\/src\/domain\/(?:order\/order|plans\/cycle-words|billing\/terms)\.ts/,
                  },
                  { name: 'tabs', test: /\/blocks\/tabs\.ts|\/tab-choice\.ts/ },
                ],
              },
            },
          },
        },
      },
      prerender: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'docs', test: docsStyles },
                  { name: 'landing', test: landingStyles },
                  { name: 'frame', test: frameStyles },
                ],
              },
            },
          },
        },
      },
    },
    build: {
      // Browsers that know light-dark(): without this the tokens would be rewritten into twice their size.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    },
  },
});
