import { hash } from 'node:crypto'
import type { Bank } from './bank.ts'
import { type ByteBudget, openByteBudget } from './byte-budget.ts'
import type { CallContext, PlannedCall } from './call.ts'
import { BankError } from './errors.ts'
import { yieldBeforeParsing } from './event-loop.ts'
import { bytesOfList, bytesOfRefresh, pagesOfList } from './limits.ts'
import { resolveLink } from './links.ts'
import { type BankAnswer, tooMany } from './send.ts'

export type Page<T> = { readonly content: T; readonly links: Links }

export type NumberedPage<T> = {
  readonly content: T
  readonly page: number
  readonly pageCount: number | null
  readonly bytes: number
}

type Walk<T> = {
  readonly bank: Bank
  readonly operation: string
  readonly first: URL
  readonly context: CallContext
  readonly fetch: (url: URL, context: CallContext) => Promise<BankAnswer>
  readonly read: (answer: BankAnswer) => Page<T>
}

/**
 * Pages of a list in order along `next` (bank:D19, bank:D20): never one twice, at most 1,000, on the bank's host. If
 * `last` gives their number, pages are fetched ahead within `context.budget`, and cancelled when the caller stops.
 * Over a limit of `limits.ts`: `BankError` `too_many`.
 */
export async function* walkPages<T>(walk: Walk<T>): AsyncGenerator<NumberedPage<T>, void, void> {
  const stop = new AbortController()
  const signal = walk.context.signal ? AbortSignal.any([stop.signal, walk.context.signal]) : stop.signal
  const seen = new Set([pageKey(walk.first)])
  const texts = new Set<string>()
  let waiting: Step[] = [{ url: walk.first, guessed: false }]
  const underway: Promise<BankAnswer | null>[] = []
  const leaving: Promise<void>[] = []
  const held = holdIn(walk.context.budget ?? openByteBudget())
  let page = 0
  let pageCount: number | null = null
  let bytesRead = 0
  let latestBytes = 0
  const keep = (answer: BankAnswer | null) => {
    if (answer !== null && !stop.signal.aborted) held.take(sizeInMemory(answer), answer)
    return answer
  }
  const hasRoom = () => underway.length === 0 || held.free() > latestBytes * (underway.length + 1)
  const start = () => {
    while (underway.length < walk.bank.limits.parallelPages && hasRoom()) {
      const [step, ...rest] = waiting
      if (step === undefined) return
      waiting = rest
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      const fetched = fetchPage(walk, step, signal, { isFirst: page === 0, leave }).then(keep)
      // Whoever awaits it later gets the error.
      fetched.catch(() => {}).finally(leave)
      underway.push(fetched)
      leaving.push(left)
    }
  }
  try {
    start()
    for (let next = underway.shift(); next !== undefined; next = underway.shift()) {
      const answer = await next
      if (answer === null) return
      latestBytes = sizeInMemory(answer)
      bytesRead += answer.text.length
      if (bytesRead > bytesOfList) throw tooMany({ list: 'bytes of a list', limit: bytesOfList }, answer)
      // The parsed value takes about as much again.
      held.take(latestBytes, answer)
      await yieldBeforeParsing(answer)
      const current = walk.read(answer)
      page += 1
      if (waiting.length === 0 && underway.length === 0) {
        waiting = planNext(walk, { links: current.links, seen, pagesRead: page }, answer)
        pageCount = waiting.length === 0 ? page : countPages(walk, current.links, page)
      }
      start()
      const isLast = page === 1 && pageCount === 1
      const digest = isLast ? '' : hash('sha256', answer.text)
      // Send before the caller continues, so that the bank works meanwhile.
      await Promise.all(leaving.splice(0))
      // Under another address, and then for ever.
      if (!texts.has(digest)) yield { content: current.content, page, pageCount, bytes: answer.text.length }
      texts.add(digest)
      held.give(2 * latestBytes)
    }
  } finally {
    stop.abort()
    held.giveAll()
  }
}

/** What one walk takes of a budget, which others share. */
function holdIn(budget: ByteBudget) {
  let taken = 0
  const give = (bytes: number) => {
    budget.give(bytes)
    taken -= bytes
  }
  return {
    free: () => budget.free(),
    take(bytes: number, answer: BankAnswer) {
      if (!budget.take(bytes)) throw tooMany({ list: 'bytes of one reading', limit: bytesOfRefresh }, answer)
      taken += bytes
    },
    give,
    giveAll: () => give(taken),
  }
}

function sizeInMemory({ text }: BankAnswer): number {
  return 2 * text.length
}

/** `guessed`: counted up rather than linked. */
type Step = { readonly url: URL; readonly guessed: boolean }

function fetchPage<T>(
  walk: Walk<T>,
  step: Step,
  signal: AbortSignal,
  { isFirst, leave }: { readonly isFirst: boolean; readonly leave: () => void },
): Promise<BankAnswer | null> {
  const { requestId, beforeSend: ask, ...given } = walk.context
  const beforeSend = async (call: PlannedCall) => {
    await ask?.(call)
    setImmediate(leave)
  }
  const rest = { ...given, beforeSend }
  // One id per request (C17); the caller's for the first page.
  const context = isFirst && requestId !== undefined ? { ...rest, requestId, signal } : { ...rest, signal }
  return walk.fetch(step.url, context).catch((error: unknown) => {
    // The list became shorter: a guessed page is gone.
    if (step.guessed && error instanceof BankError && error.code === 'IPGN') return null
    throw error
  })
}

type Progress = { readonly links: Links; readonly seen: Set<string>; readonly pagesRead: number }

function planNext<T>(walk: Walk<T>, { links, seen, pagesRead }: Progress, answer: BankAnswer): Step[] {
  const next = followLink(walk, links, 'next')
  const last = followLink(walk, links, 'last')
  if (next === null) {
    if ((pageNumber(last) ?? 0) > pagesRead) throw unusable('last: beyond a page without next', answer)
    if (hasNextHeader(answer)) throw unusable('next: in a header only', answer)
    return []
  }
  if (resourceOf(next) !== resourceOf(walk.first)) throw unusable('next: another resource', answer)
  const urls = last === null ? [next] : countUp(next, last, pagesOfList - pagesRead)
  const fresh = urls.filter(url => !seen.has(pageKey(url)))
  for (const url of fresh) seen.add(pageKey(url))
  if (fresh.length > 0 && pagesRead >= pagesOfList) throw tooMany({ list: 'pages', limit: pagesOfList }, answer)
  return fresh.map((url, index) => ({ url, guessed: index > 0 }))
}

/** RFC 8288; no document of the interface has it. */
function hasNextHeader({ headers: { link = '' } }: BankAnswer): boolean {
  const parts = link.toLowerCase().split(/[;,]/)
  return parts.some(part => /^\s*rel=/.test(part) && part.split(/[^a-z]/).includes('next'))
}

function unusable(detail: string, { status, operation, requestId }: BankAnswer): BankError {
  return new BankError({ kind: 'schema', sent: 'yes', detail, status, operation, requestId })
}

type Links = ReadonlyMap<string, string>

function followLink<T>(walk: Walk<T>, links: Links, name: string): URL | null {
  const href = links.get(name)
  return href === undefined ? null : resolveLink(walk.bank, href, walk.first, callOf(walk))
}

function callOf<T>({ operation, context }: Walk<T>): { operation: string; requestId: string } {
  return { operation, requestId: context.requestId ?? '' }
}

/** If `next` and `last` are numbered. */
function countPages<T>(walk: Walk<T>, links: Links, pagesRead: number): number | null {
  const next = pageNumber(followLink(walk, links, 'next'))
  const last = pageNumber(followLink(walk, links, 'last'))
  return next === null || last === null || last < next ? null : pagesRead + last - next + 1
}

/** From `next` to `last` if both are numbered and else equal. */
function countUp(next: URL, last: URL, atMost: number): URL[] {
  const from = pageNumber(next)
  const to = pageNumber(last)
  if (from === null || to === null || to <= from || to - from >= atMost) return [next]
  if (pageKey(atPage(last, from)) !== pageKey(next)) return [next]
  return Array.from({ length: to - from + 1 }, (_, index) => atPage(next, from + index))
}

function pageNumber(url: URL | null): number | null {
  const value = url?.searchParams.get('page') ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

function atPage(url: URL, page: number): URL {
  const copy = new URL(url)
  copy.searchParams.set('page', String(page))
  return copy
}

/** What precedes `/accounts` may differ behind a gateway. */
function resourceOf({ pathname }: URL): string {
  const segments = pathname
    .split('/')
    .filter(segment => segment !== '')
    .map(unescaped)
  return segments.slice(Math.max(0, segments.lastIndexOf('accounts'))).join('/')
}

/** A bank may escape more than we do. */
function unescaped(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return segment
  }
}

function pageKey(url: URL): string {
  const copy = new URL(url)
  copy.searchParams.sort()
  return copy.pathname + copy.search
}
