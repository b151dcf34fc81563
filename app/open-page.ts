import type { StorableText } from '@guichet/values/text/storable.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { type Parts, partsOf, type Query, queryOf } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

/**
 * Pages, each in one row: for whom it is and what is shown. What a service doesn't find is the not-found page: another person's
 * looks like an unknown one (C29). Here without `ClientWords`, whose script a payer's page does without.
 */

export type AskedPage = Parts & {
  readonly query: Query
  /** A value of the query; null if it is absent or repeated. */
  readonly one: (name: string) => StorableText | null
}

export type Render<Who> = (asked: AskedPage & Who) => ReactNode | Promise<ReactNode>
export type Page = (props: {
  readonly params: Promise<unknown>
  readonly searchParams: Promise<unknown>
}) => Promise<ReactNode>

/** For anybody. */
export function openPage(render: Render<unknown>): Page {
  return pageFor(async () => ({}), render)
}

/** For whom `identify` finds. */
export function pageFor<Who extends object>(identify: () => Promise<Who>, render: Render<Who>): Page {
  return async ({ params, searchParams }) => {
    const [who, parts, query] = await Promise.all([identify(), partsOf(params), queryOf(searchParams)])
    const one = (name: string) => {
      const value = query[name]
      return typeof value === 'string' ? value : null
    }
    return orNotFound(Promise.resolve(Object.assign(parts, { query, one }, who)).then(render))
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

/** For what may not exist: null in place of that refusal. */
export function nullIf(code: Refused['code']) {
  return (error: unknown): null => {
    if (error instanceof Refused && error.code === code) return null
    throw error
  }
}
