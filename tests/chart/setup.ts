/** Runs once: installs the tools and passes their paths to the tests. */
import type { TestProject } from 'vitest/node';
import { type ChartTools, ensureChartTools } from './tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chartTools: ChartTools;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const tools = await ensureChartTools();
  for (const obstacle of tools.obstacles) console.warn(`${obstacle} Os testes que o usam não rodaram.`);
  project.provide('chartTools', tools);
}
