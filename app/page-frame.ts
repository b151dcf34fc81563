import type { StorableText } from '@guichet/values/text/storable.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { createElement, type ReactNode } from 'react'
import { type Parts, partsOf, type Query, queryOf } from '#app/read-request.ts'
import { ClientWords, type Words } from '#components/i18n/client-words.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type CurrentSession, requireSession } from '#lib/session.ts'

/**
 * Pages, each in one row: for whom it is and what is shown. What a service doesn't find is the not-found page: another person's
 * looks like an unknown one (C29).
 */

export type AskedPage = Parts & {
  readonly query: Query
  /** A value of the query; null if it is absent or repeated. */
  readonly one: (name: string) => StorableText | null
}

export type Render<Who> = (asked: AskedPage & Who) => ReactNode | Promise<ReactNode>
/** What is shown, after the areas of the texts that its client components say (`ClientWords`). */
export type Shown<Who> = [Render<Who>] | [readonly Words[], Render<Who>]
export type Page = (props: {
  readonly params: Promise<unknown>
  readonly searchParams: Promise<unknown>
}) => Promise<ReactNode>

/** For a signed-in person; everybody else is redirected to the sign-in. */
export function userPage(...shown: Shown<{ readonly session: CurrentSession }>): Page {
  return framePage(async () => ({ session: await requireSession() }), ...shown)
}

/** For anybody. */
export function openPage(...shown: Shown<unknown>): Page {
  return framePage(async () => ({}), ...shown)
}

export function framePage<Who extends object>(identify: () => Promise<Who>, ...shown: Shown<Who>): Page {
  const [areas, render] = shown.length === 2 ? shown : [undefined, ...shown]
  return async ({ params, searchParams }) => {
    const [who, parts, query] = await Promise.all([identify(), partsOf(params), queryOf(searchParams)])
    const one = (name: string) => {
      const value = query[name]
      return typeof value === 'string' ? value : null
    }
    const page = await orNotFound(Promise.resolve(Object.assign(parts, { query, one }, who)).then(render))
    return areas === undefined ? page : createElement(ClientWords, { areas }, page)
  }
}

/** The metadata of a page, by the parts of its path. */
export function metadataOf(make: (asked: Parts) => Promise<Metadata>) {
  return async ({ params }: { readonly params: Promise<unknown> }): Promise<Metadata> =>
    orNotFound(partsOf(params).then(make))
}

export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') notFound()
    throw error
  }
}
