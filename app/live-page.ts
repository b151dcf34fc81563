import { createElement } from 'react'
import type { Page, Render } from '#app/open-page.ts'
import { type Shown, userPage } from '#app/page-frame.ts'
import { QueryProvider } from '#components/query/provider.tsx'
import type { CurrentSession } from '#lib/session.ts'

type Who = { readonly session: CurrentSession }

/** For a signed-in person, with the cache of client components that read while one looks. In a file of its own: its script is not every page's. */
export function livePage(...shown: Shown<Who>): Page {
  if (shown.length === 1) return userPage(live(shown[0]))
  return userPage(shown[0], live(shown[1]))
}

function live(render: Render<Who>): Render<Who> {
  return async asked => createElement(QueryProvider, null, await render(asked))
}
