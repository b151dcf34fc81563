import { html } from 'hono/html'
import type { Html } from '#sandbox/html/brands.ts'
import type { Language } from '#sandbox/html/texts.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { DeskTexts } from './texts.ts'

/** What every part of the page needs. */
export type View = {
  readonly sandbox: Sandbox
  readonly language: Language
  readonly t: DeskTexts
  readonly formToken: string
  /** Whose details are open. */
  readonly person: Person | null
}

/** The fields that every form of the page carries: its token and where it stands. */
export function hidden(view: View, section: string): Html {
  return html`<input type="hidden" name="token" value="${view.formToken}"><input type="hidden" name="back:section" value="${section}"><input type="hidden" name="back:person" value="${view.person?.id ?? ''}">`
}

/** A form that is one button: the route it calls and the fields it sends. `about` tells it from others of its name. */
export function button(
  view: View,
  route: string,
  section: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
  about?: string,
): Html {
  return html`<form method="post" action="/desk/do/${route}">${hidden(view, section)}${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label}${about === undefined ? '' : html`<span class="sr"> ${about}</span>`}</button></form>`
}

/** The choices of a list. */
export function options(choices: readonly (readonly [value: string, label: string])[]): Html {
  return html`${choices.map(([value, label]) => html`<option value="${value}">${label}</option>`)}`
}
