import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { Language, Texts } from '#sandbox/texts/catalogue.ts'

/** The sections of the desk, in the order of its menu. */
export const sections = [
  'wire',
  'clock',
  'people',
  'consents',
  'payments',
  'faults',
  'switches',
  'outcomes',
  'automatic',
] as const
export type Section = (typeof sections)[number]

/** What the page shows, which its forms lead back to: the section, whose details are open, and the fault being made. */
export type Selection = { readonly section: Section; readonly personId: string | null; readonly kind: string | null }

/** Data for every part of the page. */
export type View = {
  readonly selected: Selection
  readonly sandbox: Sandbox
  readonly language: Language
  readonly t: Texts['desk']
  readonly formToken: string
  /** The person whose details are open. */
  readonly person: Person | null
}

/** The address of a section's page. */
export const pathOf = (section: Section): string => (section === 'wire' ? '/desk' : `/desk/${section}`)

/** The address of what is selected, with what else is in its query. */
export function addressOf({ section, personId, kind }: Selection, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...more, ...(personId && { person: personId }), ...(kind && { kind }) })
  return `${pathOf(section)}${query.size === 0 ? '' : `?${query}`}`
}

/** Hidden fields: the page's token, what is selected, and what a form sends without showing it. */
export function hidden({ formToken, selected }: View, fixed: Readonly<Record<string, string>>): Html {
  const all = {
    token: formToken,
    'back:section': selected.section,
    'back:person': selected.personId ?? '',
    'back:kind': selected.kind ?? '',
    ...fixed,
  }
  return html`${Object.entries(all).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

/** A button that calls a route. `about` distinguishes it from others with the same label. */
export function button(
  view: View,
  id: string,
  label: string,
  { about, ...fixed }: Readonly<Record<string, string>> = {},
): Html {
  return html`<form method="post" action="/desk/do/${id}">${hidden(view, fixed)}<button>${label}${about === undefined ? '' : html`<span class="sr"> ${about}</span>`}</button></form>`
}

/** What a value is called on the page; the value itself if it has no name. */
export function labelOf(t: Texts['desk'], field: string, value: string): string {
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = t.values
  return values[field]?.[value] ?? value
}

export const tag = (text: string, isBad = false): Html => html`<span class="tag${isBad ? ' bad' : ''}">${text}</span>`

/** A table that scrolls within the page; the first cell of a row is its heading. On a phone each row is a block. */
export function table(
  label: string,
  headings: readonly string[],
  rows: readonly { readonly cells: readonly (Html | string)[]; readonly isChosen?: boolean }[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${headings.map(heading => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(({ cells: [first, ...rest], isChosen }) => html`<tr${isChosen ? html` class="chosen"` : ''}><th scope="row">${first}</th>${rest.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

/** A form that opens when it is wanted. */
export const drawer = (title: string, content: Html): Html =>
  html`<details class="drawer"><summary>${title}</summary>${content}</details>`
