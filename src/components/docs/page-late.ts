/** Loaded by pages with page-behaviour.astro at the reader's first interaction. */
import './page-actions.ts';
import './special-header.ts';
