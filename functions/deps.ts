export type { Deps } from './compose.ts';
