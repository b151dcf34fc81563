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

/** The address of a section's page. */
export const pathOf = (section: Section): string => (section === 'wire' ? '/desk' : `/desk/${section}`)

/** Data for every part of the page. */
export type View = {
  readonly section: Section
  readonly sandbox: Sandbox
  readonly language: Language
  readonly t: Texts['desk']
  readonly formToken: string
  /** The person whose details are open. */
  readonly person: Person | null
}

/** Hidden fields of every form: the page's token and its state. */
export function hidden(view: View): Html {
  return html`<input type="hidden" name="token" value="${view.formToken}"><input type="hidden" name="back:section" value="${view.section}"><input type="hidden" name="back:person" value="${view.person?.id ?? ''}">`
}

/** A form with one button: the route it calls and its fields. `about` distinguishes it from others with the same label. */
export function button(
  view: View,
  route: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
  about?: string,
): Html {
  return html`<form method="post" action="/desk/do/${route}">${hidden(view)}${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label}${about === undefined ? '' : html`<span class="sr"> ${about}</span>`}</button></form>`
}

/** The options of a select. */
export function options(choices: readonly (readonly [value: string, label: string])[]): Html {
  return html`${choices.map(([value, label]) => html`<option value="${value}">${label}</option>`)}`
}
