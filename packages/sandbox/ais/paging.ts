import type { Exchange } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { type Links, linkTo } from './presentation.ts'

/** Number of the last page of `rows` rows; an empty list has one page. */
export function lastPageOf(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize))
}

/** The requested page: a number from 1, or `last`; by default the first. Anything else is 400 `IPGN` (bank:D19). */
export function pageAsked(query: URLSearchParams, last: number): number {
  const asked = query.get('page')
  if (asked === null) return 1
  if (asked === 'last') return last
  const page = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY
  if (page > last) refuse('IPGN', `page must be a number from 1 to ${last}, or last`)
  return page
}

/** Links of one page: `self` as requested, `first`, `last`, and `prev` and `next` if they exist. */
export function pageLinks(exchange: Exchange, page: number, last: number): Links {
  const at = (number: number) => linkTo(withPage(exchange, number))
  return {
    self: linkTo(exchange.target),
    first: at(1),
    ...(page > 1 ? { prev: at(page - 1) } : {}),
    ...(page < last ? { next: at(page + 1) } : {}),
    last: at(last),
  }
}

// Keeps the other parameters, so that a filter applies to every page.
function withPage({ path, query }: Exchange, page: number): string {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'page'))
  others.set('page', String(page))
  return `${path}?${others}`
}
