import type { Act } from '#tour/story.ts'

/** Signs in at Guichet, where `path` asks for it. */
export const signInAt = (path: string): readonly Act[] => [
  { open: path },
  { type: { css: 'input[name=email]' }, text: '{email}' },
  { type: { css: 'input[name=password]' }, text: '{password}' },
  { press: { css: 'form:has(input[name=password]) button[type=submit]' } },
]
export const refresh: Act = { press: { words: { fr: 'Actualiser', en: 'Refresh' } } }
/** Until what was pressed has come to its end: its page has the same address. */
export const seeItDone: Act = { look: { css: 'main:not(:has([aria-busy=true])) h1' } }

/** On a page of the bank, the form with that field. */
const send = (field: string): Act => ({ press: { css: `form:has(${field}) button.primary` } })
export const enterName: readonly Act[] = [
  { type: { css: 'input[name=identifier]' }, text: '{identifier}' },
  send('input[name=identifier]'),
]
export const sendPassword = send('input[name=password]')
export const identify: readonly Act[] = [...enterName, { keypad: '{bankPassword}' }, sendPassword]
export const seeCode: Act = { look: { css: 'input[name=code]' } }
export const enterCode: readonly Act[] = [{ code: { css: 'input[name=code]' } }, send('input[name=code]')]
export const confirm: Act = { press: { css: 'form[action$="/confirm"] button.primary' } }
export const allow = { press: { css: 'form[action$="/approve"] button' } } satisfies Act
export const refuse: Act = {
  press: { css: '.decide form[action$="/refuse"] button, form[action$="/refuse"] button.secondary' },
}
