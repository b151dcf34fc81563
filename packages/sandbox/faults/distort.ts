import type { Answer } from '#sandbox/wire/exchange.ts'
import type { Fault } from './decide.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paged lists. */
const rowNames = ['accounts', 'transactions'] as const

/**
 * Applies faults to the members of an answer: rows of the previous page (`previous`, null on the first page), circular links or
 * links to another host, undocumented members and values. Pure; other faults change nothing here.
 */
export function distortAnswer(answer: Answer, faults: readonly Fault[], previous: Answer | null): Answer {
  if (faults.length === 0 || !isObject(answer.body)) return answer
  const { text: _asWritten, ...rest } = answer
  let body: Json = answer.body
  for (const fault of faults) body = distortBody(body, fault, previous)
  return { ...rest, body }
}

function distortBody(body: Json, fault: Fault, previous: Answer | null): Json {
  if (fault.kind === 'page_duplicate') return repeatRows(body, previous)
  if (fault.kind === 'page_loop') return { ...body, _links: loopLinks(body._links) }
  if (fault.kind === 'foreign_host') return mapLinks(body, href => new URL(href, `https://${fault.host}`).href)
  return fault.kind === 'unknown_values' ? (addUnknown(body) as Json) : body
}

// The first page has none before it, so its own rows are repeated.
function repeatRows(body: Json, previous: Answer | null): Json {
  const changed: Json = { ...body }
  for (const name of rowNames) {
    const rows = body[name]
    if (!Array.isArray(rows)) continue
    const before = isObject(previous?.body) ? previous.body[name] : null
    changed[name] = Array.isArray(before) ? before : [...rows, ...rows]
  }
  return changed
}

function loopLinks(links: unknown): unknown {
  if (!isObject(links)) return links
  return { ...links, next: links.first ?? links.self }
}

function mapLinks(value: Json, change: (href: string) => string): Json {
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (Array.isArray(member)) return [name, member.map(row => (isObject(row) ? mapLinks(row, change) : row))]
    if (isObject(member)) return [name, mapLinks(member, change)]
    return [name, name === 'href' && typeof member === 'string' ? changeHref(member, change) : member]
  })
  return Object.fromEntries(entries)
}

// An absolute address keeps its path: only the host changes.
function changeHref(href: string, change: (href: string) => string): string {
  return change(URL.canParse(href) ? href.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/' : href)
}

/** Enumerated members that get an undocumented value. */
const enumerated = new Set(['status', 'cashAccountType', 'balanceType', 'usage', 'psuStatus', 'creditDebitIndicator'])

function addUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknown)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    enumerated.has(name) && typeof member === 'string' ? 'ZZZZ' : addUnknown(member),
  ])
  return { ...Object.fromEntries(entries), xNewMember: { value: ['unknown', null, 1] } }
}
