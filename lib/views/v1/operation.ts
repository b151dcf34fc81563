import { examples } from '@guichet/api-reference/openapi.ts'
import { z } from 'zod'
import type { KeyVerb } from '#lib/domain/acts.ts'
import type { ApiErrorCode } from './errors.ts'

/** An operation in one row of its noun's file: routes derive their checks from it, and OpenAPI, reference, client and Bruno collection. */

/** The first parts of paths: how documents name and describe them, and what their `{id}` is of. */
export const nouns = {
  'checkout-sessions': { tag: 'Checkout', about: 'A payment of a fixed amount, on a page of ours.', id: 'payment' },
  banks: { tag: 'Banks', about: 'Where your customers can pay.', id: null },
  payments: { tag: 'Payments', about: 'Every payment, whichever way it was started.', id: 'payment' },
  'payment-links': {
    tag: 'Payment links',
    about: 'Addresses that can be printed, posted and mailed.',
    id: 'link',
  },
  refunds: { tag: 'Refunds', about: 'Money back to a payer, from your own bank.', id: 'refund' },
  invoices: { tag: 'Invoices', about: 'What you invoiced, and what became of it.', id: 'invoice' },
  credits: { tag: 'Reconciliation', about: 'Money that was read on your account, and what it pays.', id: 'credit' },
  'settlement-days': { tag: 'Settlement', about: 'What came in and went out, day by day.', id: null },
  'webhook-endpoints': { tag: 'Webhooks', about: 'Addresses of your server that receive events.', id: 'endpoint' },
  simulations: { tag: 'Test mode', about: 'Outcomes for your tests.', id: null },
  events: { tag: 'Events', about: 'What happened, for servers that were down.', id: 'event' },
} as const

type Noun = keyof typeof nouns
const isNoun = (part: string): part is Noun => part in nouns

export function nounOf(path: string): Noun {
  const noun = path.split('/')[1] ?? ''
  if (!isNoun(noun)) throw new Error(`${path} has no noun`)
  return noun
}

export type Operation = {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly tag: (typeof nouns)[Noun]['tag']
  readonly summary: string
  readonly description: string
  readonly verb: KeyVerb
  /** Besides those that follow from method, path, query and body. */
  readonly errors?: readonly ApiErrorCode[]
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly status: 200 | 201 | 204
  readonly answer?: z.ZodType
  /** Where it differs from that of the answer's schema. */
  readonly example?: unknown
  readonly requests?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export const unpayable = [
  'beneficiary_missing',
  'organisation_not_activated',
  'organisation_suspended',
  'payment_limit_reached',
] as const

export const unusableUrls = [
  'url_not_an_address',
  'url_not_https',
  'url_ip_literal',
  'url_local_name',
  'url_port_not_allowed',
  'url_has_user',
  'url_has_fragment',
  'url_too_long',
] as const

type More = Omit<Operation, 'method' | 'path' | 'tag' | 'verb' | 'status'> & { readonly status?: 201 | 204 }

/** Tagged by its noun, the first part of its path. Answers 200 if nothing else is said. */
export function operation<
  const Method extends Operation['method'],
  const Path extends `/${Noun}` | `/${Noun}/{id}${string}`,
  const Verb extends KeyVerb,
  const Rest extends More,
>(method: Method, path: Path, verb: Verb, rest: Rest) {
  return { method, path, tag: nouns[nounOf(path)].tag, verb, ...rest, status: rest.status ?? (200 as const) }
}

/** Its own, and those that follow. */
export function errorsOf({ method, path, query, body, errors = [] }: Operation): readonly ApiErrorCode[] {
  const codes: readonly (readonly [boolean, readonly ApiErrorCode[]])[] = [
    [true, ['request_malformed', 'key_not_valid', 'key_expired', 'key_scope_missing', 'address_not_allowed']],
    [true, ['too_many_tries', 'our_fault', 'busy']],
    [path.includes('{id}'), ['not_found']],
    [true, ['invalid_input']],
    [query !== undefined, ['cursor_unknown']],
    [body !== undefined, ['json_malformed', 'body_incomplete', 'body_too_large', 'media_type_not_supported']],
    [method === 'post', ['idempotency_key_needed', 'idempotency_key_reused', 'idempotency_under_way']],
  ]
  return [...new Set([...codes.flatMap(([applies, some]) => (applies ? some : [])), ...errors])]
}

/** An answer as it is shown; of a list, one with a single item. */
export function exampleOf({ answer, example }: Operation): unknown {
  if (example !== undefined || answer === undefined) return example
  const item =
    answer instanceof z.ZodObject && answer.shape.data instanceof z.ZodArray ? answer.shape.data.element : null
  const { example: shown } = examples.get(item ?? answer) ?? {}
  return item ? { object: 'list', data: [shown], next_cursor: null } : shown
}

/** What a schema of an operation parses to. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
