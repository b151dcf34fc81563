import type { Presence } from '@guichet/stet/terms/presence.ts'
import { z } from 'zod'
import { readForm, seeOther, why } from '#app/forms.ts'
import { guarded, refuseForm } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, noStore, problemOf, type Route, toRefused } from '#app/problem.ts'
import { type Fields, type Parts, partsOf, readAs, readJson, searchOf } from '#app/read-request.ts'
import type { ActName } from '#lib/domain/acts.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { checkOperator } from '#lib/services/operator/access.ts'
import { type CurrentSession, currentSession, rememberTyped } from '#lib/session.ts'

/**
 * Routes, each in one row: who may (its act), what comes in, what runs. What comes in is a JSON body by its schema, or the plain form of a
 * page, which works without scripts: it redirects to what runs returns, and a refusal redirects to the page with its code.
 */

export type Asked<Who, Body = undefined> = Parts & {
  readonly request: Request
  readonly who: Who
  readonly query: URLSearchParams
  readonly body: Body
  /** For a service that calls the bank while this person is present. */
  readonly presence: () => Presence
}
export type Run<Who, Body = undefined> = (asked: Asked<Who, Body>) => unknown

export type Posted<Who> = Asked<Who> & Fields & { readonly page: string }
/** The form's page (`/refunds/[id]`), and where the way over the password leads back to, if elsewhere. */
export type Page = `/${string}` | { readonly page: `/${string}`; readonly confirmPage: `/${string}` }
/** Where to go; a query goes to the form's page. */
type Next = string | Readonly<Record<string, string | null>> | Response
export type Handle<Who> = (posted: Posted<Who>) => Promise<Next>
/** What a refusal leads to. */
export type Explain<Who> = (refused: Refused, posted: Posted<Who>) => Next | Promise<Next>

/** The rows of a route for one kind of person. */
type Answerer<Who> = {
  (run: Run<Who>): Route
  (act: ActName, run: Run<Who>): Route
  <Input extends z.ZodType>(act: ActName, input: Input, run: Run<Who, z.output<Input>>): Route
  (act: ActName, page: Page, handle: Handle<Who>, explain?: Explain<Who>): Route
}

/** For a signed-in person; without an act it reads what is their own. */
export const answer: Answerer<CurrentSession> = (...row: Row) => frame(row, ({ session }) => session)

/** For operators: not found for everybody else, before their input is read. */
export const answerOperator: Answerer<CurrentSession> = (...row: Row) =>
  frame(row, async ({ session }) => {
    await checkOperator(session)
    return session
  })

/** For anybody, signed in or not. Only a form's handler is told who. */
export function answerAnyone(run: Run<null>): Route
export function answerAnyone(act: ActName, run: Run<null>): Route
export function answerAnyone(
  act: ActName,
  page: Page,
  handle: Handle<CurrentSession | null>,
  explain?: Explain<CurrentSession | null>,
): Route
export function answerAnyone(...row: Row): Route {
  const parts = read(row)
  if (parts.page !== undefined) return frameForm(parts, async () => currentSession())
  return guardedBy(
    parts.act,
    frameJson(parts, async () => null),
  )
}

/** Act, input or page, and what runs, each known to its overload. */
export type Row = readonly (
  | ActName
  | Page
  | z.ZodType
  | Run<never, never>
  | Handle<never>
  | Explain<never>
  | undefined
)[]
type Visit = { readonly session: CurrentSession; readonly request: Request; readonly form: Fields | null }
type Identify = (request: Request, form: Fields | null) => Promise<unknown>

/** `identify` says who a signed-in visitor acts as. */
export function frame(row: Row, identify: (visit: Visit) => unknown): Route {
  const parts = read(row)
  const known: Identify = async (request, form) => {
    const session = requireFound(await currentSession(), 'not_signed_in')
    return identify({ session, request, form })
  }
  return parts.page === undefined ? guardedBy(parts.act, frameJson(parts, known)) : frameForm(parts, known)
}

const guardedBy = (act: ActName | undefined, route: Route) => (act === undefined ? route : guarded(act, route))

function read(row: Row) {
  const [run, explain] = row.filter(part => typeof part === 'function')
  return {
    act: row.find((part): part is ActName => typeof part === 'string' && !part.startsWith('/')),
    page: row.find((part): part is Page =>
      typeof part === 'object' ? 'confirmPage' in part : typeof part === 'string' && part.startsWith('/'),
    ),
    input: row.find(part => part instanceof z.ZodType),
    run: run as (asked: unknown) => unknown,
    explain: explain as Explain<unknown> | undefined,
  }
}
type RowParts = ReturnType<typeof read>

/**
 * Checks, for a change, the origin; asks `identify` who it is; reads the body by the schema; answers with what runs (204 for nothing), or
 * with the problem it threw. Never cached (C36).
 */
function frameJson({ input, run }: RowParts, identify: Identify): Route {
  return async (request, context) => {
    try {
      const changes = request.method !== 'GET' && request.method !== 'HEAD'
      if (changes && !isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const asked = await askedOf(request, context?.params)
      const who = await identify(request, null)
      const body = input && readAs(input, await readJson(request), 'body')
      const value = await run(Object.assign(asked, { who, body }))
      if (value instanceof Response) return value
      return value === undefined
        ? new Response(null, { status: 204, headers: noStore })
        : Response.json(value, { headers: noStore })
    } catch (error) {
      return problemOf(toRefused(error, request), request)
    }
  }
}

const askedOf = async (request: Request, params: Promise<unknown> | undefined) =>
  Object.assign(await partsOf(params), {
    request,
    query: searchOf(request),
    presence: () => presenceOf(request),
  })

/** Without a fresh password the browser is redirected to where it is asked for, and then to `confirmPage`. */
function frameForm({ act, page: pages, run, explain }: RowParts, identify: Identify): Route {
  const { page: template, confirmPage } = typeof pages === 'object' ? pages : { page: pages, confirmPage: pages }
  if (act === undefined || template === undefined || confirmPage === undefined) throw new Error('a form has an act')
  const lead = refuseForm(confirmPage)
  return guarded(
    act,
    async (request: Request, { params }: NonNullable<Parameters<Route>[1]> = {}) => {
      const asked = await askedOf(request, params)
      const page = asked.fill(template)
      const go = (next: unknown) =>
        next instanceof Response
          ? next
          : typeof next === 'string'
            ? seeOther(next)
            : seeOther(page, next as Exclude<Next, string | Response>)
      const form = await readForm(request)
      if (!form) return go({ error: 'invalid_input' })
      const posted = Object.assign(asked, form, { page, who: null, body: undefined })
      let known: Posted<unknown> | null = null
      try {
        known = Object.assign(posted, { who: await identify(request, form) })
        return go(await run(known))
      } catch (error) {
        const refused = toRefused(error, request)
        if (refused.code === 'not_signed_in') return seeOther('/signin', { next: page })
        if (refused.code === 'reauthentication_required') return lead(refused, request, params)
        return go(await (known && explain ? explain(refused, known) : why(refused)))
      }
    },
    lead,
  )
}

/** The same explanation, with these fields kept for the page (`lastTyped`), since an address is no place for what a person typed. */
export function withTyped<Who>(names: readonly string[], explain: Explain<Who>): Explain<Who> {
  return async (refused, posted) => {
    await rememberTyped(Object.fromEntries(names.map(name => [name, posted.field(name)])))
    return explain(refused, posted)
  }
}

/** Parses the query by a schema, ignoring empty fields. Invalid ones are refused by name. */
export function readQuery<Value>(query: URLSearchParams, schema: z.ZodType<Value>): Value {
  const given = Object.fromEntries([...query].filter(([, value]) => value.trim() !== ''))
  return readAs(schema, given, 'query')
}
