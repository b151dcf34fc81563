import { z } from 'zod'
import type { Guest } from './stage.ts'
import type { Act, Cast, Stage } from './story.ts'

/** A message of Guichet's to the shop. */
export type Told = { readonly id: string; readonly type: string; readonly amount: string }

/** What a page hears as it happens. `moved`: another page has moved what all share; `taken`: it now has what only one can have. */
export type Heard = {
  readonly event: 'call' | 'over' | 'moved' | 'taken'
  readonly id?: number
  readonly data: string
}

/** One page of the tour, with people of its own: nobody else's calls, payments and messages are on it. */
export type Page = {
  readonly id: string
  readonly guest: Guest
  /** Of the chapter that was begun last. */
  current: {
    readonly cast: Cast
    readonly acts: readonly (readonly Act[])[]
    readonly stage: Stage
    readonly begunAt: Date
  } | null
  /** Chapters that were begun: an earlier one is over, even while it is put in place. */
  beginnings: number
  /** Settles once nobody puts a chapter in place. */
  preparing: Promise<unknown>
  told: readonly Told[]
  /** Payments that were requested since the chapter began, by their id at the bank. */
  readonly payments: Set<string>
  /** Paths of their report URLs. */
  readonly reports: Set<string>
  /** Request ids of calls that somebody in the room has changed: they may name nobody, or somebody else. */
  readonly edited: Set<string>
  /** Calls since then, for whoever connects again. */
  calls: readonly Heard[]
  readonly listeners: Set<(heard: Heard) => void>
  /** Its chapter has taken the bank out of service. */
  isBankDown: boolean
  readonly endsAt: number
}

/** The pages that are open. */
export type Pages = {
  /** The page with that id, which is new if it is not known. */
  of(id: string): Page
  all(): readonly Page[]
  /** Its people are erased, and whoever still looks at it is told. */
  end(id: string): void
}

export const pageLifeMs = 3_600_000
/** Beyond, the oldest ends. */
export const mostPages = 100
/** Calls that a page which connects again still gets. */
const keptCalls = 200

/** `receive` makes the people of a new page, `close` is called for one that ends. Pages end after an hour, at the next request for any. */
export function openPages(receive: (id: string) => Guest, close: (page: Page) => void, now = () => Date.now()): Pages {
  const pages = new Map<string, Page>()
  const end = (id: string) => {
    const page = pages.get(id)
    if (!page) return
    pages.delete(id)
    page.beginnings += 1
    for (const hear of page.listeners) hear({ event: 'over', data: '' })
    close(page)
    void inTurn(page, page.guest.leave)
  }
  return {
    end,
    all: () => [...pages.values()],
    of: id => {
      for (const page of pages.values()) if (page.endsAt <= now()) end(page.id)
      const known = pages.get(id)
      if (known) return known
      const [oldest] = pages.keys()
      if (oldest !== undefined && pages.size >= mostPages) end(oldest)
      const page: Page = {
        id,
        guest: receive(id),
        current: null,
        beginnings: 0,
        preparing: Promise.resolve(),
        told: [],
        payments: new Set(),
        reports: new Set(),
        edited: new Set(),
        calls: [],
        listeners: new Set(),
        isBankDown: false,
        endsAt: now() + pageLifeMs,
      }
      pages.set(id, page)
      return page
    },
  }
}

/** One after the other: what is left while it is put in place would link its bank into the next one. */
export function inTurn<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  const turn = page.preparing.then(act)
  page.preparing = turn.catch(() => {})
  return turn
}

/** A chapter begins: what was on the page is of an earlier one. */
export function clearPage(page: Page): void {
  Object.assign(page, { current: null, told: [], calls: [] })
  page.payments.clear()
  page.reports.clear()
  page.edited.clear()
}

const Header = z.object({ name: z.string(), value: z.string() })
const Call = z.object({
  id: z.number(),
  personId: z.string().nullable(),
  bankCode: z.string().nullable(),
  method: z.string(),
  target: z.string(),
  requestHeaders: z.array(Header),
  requestBody: z.string(),
  responseHeaders: z.array(Header),
  responseBody: z.string(),
})
export type Call = z.output<typeof Call>

/** Calls that wait for the one they were made for. */
const mostWaiting = 50

/** Passes each call at the bank on to the page that it is about, after those that were made for it and name nobody. */
export function openWire(pages: () => readonly Page[]): (json: string) => void {
  let waiting: readonly (Call & { readonly json: string })[] = []
  return json => {
    const call = Call.parse(JSON.parse(json))
    const about = pages().filter(page => isAbout(page, call))
    if (about.length === 0) {
      if (call.personId === null) waiting = [...waiting, { ...call, json }].slice(-mostWaiting)
      return
    }
    const before = waiting.filter(one => isFor(one, call))
    waiting = waiting.filter(one => !before.includes(one))
    for (const page of about) for (const one of [...before, { ...call, json }]) show(page, one.id, one.json)
  }
}

function show(page: Page, id: number, json: string): void {
  const heard: Heard = { event: 'call', id, data: json }
  page.calls = [...page.calls, heard].slice(-keptCalls)
  for (const hear of page.listeners) hear(heard)
}

/**
 * Whether a call is about a page's people: made with their tokens, about a payment that names them or their order, or changed by whoever
 * watches. Registrations and emergency access are of the chapter that has them; of an authorisation the page itself knows whether it
 * has sent its browser on (client/wire.ts).
 */
function isAbout(page: Page, call: Call): boolean {
  if (!page.current) return false
  const { cast, stage } = page.current
  const { personId, bankCode, method, target, requestHeaders, requestBody, responseHeaders } = call
  if (page.edited.has(headerIn(requestHeaders, 'x-request-id'))) return true
  const report = reportIn(requestBody)
  if (isPaymentRequest(call)) {
    if (!cast.marks.some(mark => requestBody.includes(mark) || requestBody.includes(masked(mark)))) return false
    page.payments.add(paymentIn(headerIn(responseHeaders, 'location')))
    page.reports.add(report)
    return true
  }
  if (target.includes('/payment-requests/')) return page.payments.has(paymentIn(target))
  // Its last byte may have been changed on the way (`body` in faults.ts).
  if (report !== '' && target.endsWith('/oauth/token')) return [...page.reports].some(one => one.startsWith(report))
  if (personId !== null) return personId === cast.odileId
  if (target.includes('/register')) return stage === 'new certificates'
  if (headerIn(requestHeaders, 'fallback') === '1') return stage === 'emergency access allowed'
  return method === 'GET' && target.includes('/oauth/authorize') && bankCode === cast.person.bankCode
}

/** Whether a call that names nobody was made for another: it brought the token of that one, or checked the name of its payee. */
function isFor(earlier: Call, call: Call): boolean {
  const token = /"access_token"\s*:\s*"([^"]+)"/.exec(earlier.responseBody)?.[1]
  if (token !== undefined) return headerIn(call.requestHeaders, 'authorization') === `Bearer ${token}`
  if (!earlier.target.endsWith('/payee-verifications') || !isPaymentRequest(call)) return false
  const payee = ['name', 'iban'].map(
    member => new RegExp(`"${member}"\\s*:\\s*("[^"]+")`).exec(earlier.requestBody)?.[1],
  )
  return payee.every(value => value !== undefined && call.requestBody.includes(value))
}

const isPaymentRequest = ({ method, target }: Call) => method === 'POST' && target.endsWith('/payment-requests')
const headerIn = (headers: Call['requestHeaders'], wanted: string) =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
/** As the desk shows an IBAN. */
const masked = (mark: string) => `${mark.slice(0, 4)}…${mark.slice(-3)}`
/** What a payment's report URL contains, also in a form. */
const reportIn = (body: string) => /(?:\/|%2F)payment(?:\/|%2F)([\w-]{16,})/.exec(body)?.[1] ?? ''
const paymentIn = (address: string) => /\/payment-requests\/([^/?]+)/.exec(address)?.[1] ?? ''
