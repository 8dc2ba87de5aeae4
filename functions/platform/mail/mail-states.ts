/** States of monitors in a mail: the part of the layout that only messages about alerts have. */
import { html } from 'hono/html';
import { type Hour, LOOK_LABEL, RAW_LABEL } from '#domain/alerts/blocks.ts';
import type { AlertState } from '#domain/alerts/mail-content.ts';
import { upperFirst } from '#domain/text/upper-first.ts';
import { barColors, light, toneColors } from './mail-style.ts';

const wrap = 'overflow-wrap:anywhere';

/** The state in a mail about it alone: state, name, since when. */
export const stateHead = ({ state, name, address, when }: AlertState) =>
  html`<p style="margin:0 0 4px;font-size:19px;font-weight:700">${state}</p>
          <h1 style="font-size:26px;line-height:1.2;font-weight:700;margin:0;${wrap}">${name}</h1>
          ${address === null ? '' : html`<p style="margin:4px 0 0;font-size:15px;${wrap}">${address}</p>`}
          <p style="margin:8px 0 0;font-size:17px;font-weight:600;${wrap}">${when}</p>`;

/** What a state is said with: why, what to look at, what the instance said, the hour before. */
function details({ cause, look, raw, notes, hour }: AlertState) {
  return html`${cause === null ? '' : html`<p style="margin:0 0 4px;font-size:18px;font-weight:700;${wrap}">${upperFirst(cause)}.</p>`}
        ${look === null ? '' : html`<p style="margin:0 0 12px;${wrap}"><b>${LOOK_LABEL}</b> ${look}</p>`}
        ${notes.map((note) => html`<p style="margin:0 0 12px;${wrap}">${note}</p>`)}
        ${raw === null ? '' : html`<p class="soft" style="margin:0 0 16px;font-size:13px;color:${light('soft')};${wrap}">${RAW_LABEL} <code style="font-family:Menlo,Consolas,monospace">${raw}</code></p>`}
        ${hour === null ? '' : bars(hour)}`;
}

/** @param isAlone True where its head is the mail's. */
export function stateBody(state: AlertState, isAlone: boolean) {
  if (isAlone) return details(state);
  const [background, color] = toneColors[state.tone];
  return html`<div class="line" style="margin:0 0 16px;padding:0 0 4px;border-bottom:1px solid ${light('line')}">
        <p style="margin:0 0 8px"><span style="display:inline-block;padding:2px 10px;border-radius:6px;background:${background};color:${color};font-size:14px;font-weight:700">${state.state}</span></p>
        <h2 style="margin:0;font-size:19px;line-height:1.3;${wrap}">${state.name}</h2>
        <p style="margin:0 0 8px;${wrap}">${state.address === null ? '' : html`<span class="soft" style="color:${light('soft')}">${state.address}</span>, `}${state.when}</p>
        ${details(state)}
        ${state.url === null ? '' : html`<p style="margin:0 0 12px"><a class="ink" href="${state.url}" style="color:${light('ink')};font-weight:600">Abrir no painel</a></p>`}
      </div>`;
}

/** One of many, as a line. */
export function briefState({ tone, sentence }: AlertState) {
  const [background] = toneColors[tone];
  return html`<p style="margin:0 0 8px;padding:0 0 0 10px;border-left:4px solid ${background};font-size:15px;${wrap}">${sentence}</p>`;
}

/** A cross says what red says. */
function bars({ bars: all, words }: Hour) {
  const cell = (bar: string) => {
    if (bar === '-')
      return html`<td class="line" style="height:28px;border:1px dashed ${light('line')};border-radius:4px;font-size:12px">&nbsp;</td>`;
    const isDown = bar === 'd';
    return html`<td style="height:28px;border:1px solid transparent;border-radius:4px;background:${isDown ? barColors.d : barColors.u};color:#ffffff;font-size:12px;font-weight:700;text-align:center">${isDown ? '×' : html`&nbsp;`}</td>`;
  };
  return html`<table role="presentation" aria-hidden="true" style="width:100%;table-layout:fixed;border-collapse:separate;border-spacing:3px 0;margin:4px 0 4px">
          <tr>${[...all].map(cell)}</tr>
        </table>
        <p class="soft" style="margin:0 0 16px;font-size:13px;color:${light('soft')};${wrap}">${words}</p>`;
}

/** @param hasLink True where the page of each monitor is not the mail's button. */
export function stateText({ sentence, look, raw, hour, url }: AlertState, hasLink: boolean): string {
  return [
    sentence,
    ...(look === null ? [] : [`${LOOK_LABEL} ${look}`]),
    ...(raw === null || sentence.includes(raw) ? [] : [`${RAW_LABEL} ${raw}`]),
    ...(hour === null ? [] : [hour.words]),
    ...(hasLink && url !== null ? [`No painel: ${url}`] : []),
  ].join('\n');
}
