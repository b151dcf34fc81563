import { createElement } from 'react'
import { type Page, pageFor, type Render } from '#app/open-page.ts'
import { ClientWords, type Words } from '#components/i18n/client-words.tsx'
import { type CurrentSession, requireSession } from '#lib/session.ts'

/** What is shown, after the areas of the texts that its client components say (`ClientWords`). */
export type Shown<Who> = [Render<Who>] | [readonly Words[], Render<Who>]

/** For a signed-in person; everybody else is redirected to the sign-in. */
export function userPage(...shown: Shown<{ readonly session: CurrentSession }>): Page {
  return framePage(async () => ({ session: await requireSession() }), ...shown)
}

export function framePage<Who extends object>(identify: () => Promise<Who>, ...shown: Shown<Who>): Page {
  if (shown.length === 1) return pageFor(identify, ...shown)
  const [areas, render] = shown
  return pageFor(identify, async asked => createElement(ClientWords, { areas }, await render(asked)))
}
