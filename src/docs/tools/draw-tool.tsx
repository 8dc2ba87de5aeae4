/** Draws a tool into its place in an article (docs/articles/tool.astro). */
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { loadStyle } from '#lib/load-style.ts';

interface ToolProps {
  readonly initial?: string;
}

const tools: Readonly<Record<string, () => Promise<ComponentType<ToolProps>>>> = {
  'condition-builder': async () =>
    (await import('./condition-builder/condition-builder.tsx')).ConditionBuilder,
  'cron-reader': async () => (await import('./cron-reader/cron-reader.tsx')).CronReader,
  'message-composer': async () => (await import('./message-composer/message-composer.tsx')).MessageComposer,
  'payload-preview': async () => (await import('./payload-preview/payload-preview.tsx')).PayloadPreview,
  'push-builder': async () => (await import('./push-builder/push-builder.tsx')).PushBuilder,
};

/** @param place Names the tool, its styles, and what the author wrote into its first field. */
export async function drawTool(place: HTMLElement): Promise<void> {
  const { tool = '', toolStyle = '', initial } = place.dataset;
  const [Tool] = await Promise.all([tools[tool]?.(), loadStyle(toolStyle)]);
  if (Tool === undefined) throw new Error(`There is no tool ${tool}.`);
  flushSync(() => createRoot(place).render(<Tool {...(initial !== undefined && { initial })} />));
  if (document.documentElement.dataset['environment'] === undefined) return;
  (await import('#docs/articles/own-address.ts')).fillOwnAddress(place);
}
