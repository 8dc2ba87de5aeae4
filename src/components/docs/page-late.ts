/** What pages with page-behaviour.astro load with the reader's first sign of life. */
import './page-actions.ts';
import './special-header.ts';
