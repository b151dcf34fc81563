import type { Presence } from '@guichet/stet/terms/presence.ts'
import type { z } from 'zod'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { isOwnOrigin, noStore, problemOf, type Route, toRefused } from '#app/problem.ts'
import { type Parts, partsOf, readAs, readJson, searchOf } from '#app/read-request.ts'
import type { ActName } from '#lib/domain/acts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { checkOperator } from '#lib/services/operator/access.ts'
import { type CurrentSession, currentSession } from '#lib/session.ts'

/** JSON routes, each in one row: who may (its act), what comes in (a schema of the body), what runs. */

export type Asked<Who, Body = undefined> = Parts & {
  readonly request: Request
  readonly who: Who
  readonly query: URLSearchParams
  readonly body: Body
  /** For a service that calls the bank while this person is present. */
  readonly presence: () => Presence
}
export type Run<Who, Body = undefined> = (asked: Asked<Who, Body>) => unknown

/** For a signed-in person; without an act it reads what is their own. */
export function answer(run: Run<CurrentSession>): Route
export function answer(act: ActName, run: Run<CurrentSession>): Route
export function answer<Input extends z.ZodType>(
  act: ActName,
  input: Input,
  run: Run<CurrentSession, z.output<Input>>,
): Route
export function answer(...row: Row): Route {
  return frame(row, session => session)
}

/** For operators: not found for everybody else, before their input is read. */
export function answerOperator(run: Run<CurrentSession>): Route
export function answerOperator(act: ActName, run: Run<CurrentSession>): Route
export function answerOperator<Input extends z.ZodType>(
  act: ActName,
  input: Input,
  run: Run<CurrentSession, z.output<Input>>,
): Route
export function answerOperator(...row: Row): Route {
  return frame(row, async session => {
    await checkOperator(session)
    return session
  })
}

/** Act, input and what runs, each known to its overload. */
export type Row = readonly (ActName | z.ZodType | Run<never, never>)[]

/**
 * Checks the session and, for a change, the origin; asks `identify` who it is; reads the body by the schema; answers with what runs
 * (204 for nothing), or with the problem it threw. Never cached (C36).
 */
export function frame(row: Row, identify: (session: CurrentSession, request: Request) => unknown): Route {
  const act = row.find(part => typeof part === 'string')
  const input = row.find(part => typeof part === 'object')
  const run = row.at(-1) as Run<unknown, unknown>
  const route = answerAnyone(async asked => {
    const { request } = asked
    const session = await currentSession()
    if (!session) throw new Refused('not_signed_in')
    const who = await identify(session, request)
    const body = input && readAs(input, await readJson(request), 'body')
    return run(Object.assign(asked, { who, body, presence: () => presenceOf(request) }))
  })
  return Object.assign(act === undefined ? route : guarded(act, route), { input })
}

/** The same for anybody, signed in or not. */
export function answerAnyone(run: (asked: Parts & Pick<Asked<null>, 'request' | 'query'>) => unknown): Route {
  return async (request, context) => {
    try {
      const changes = request.method !== 'GET' && request.method !== 'HEAD'
      if (changes && !isOwnOrigin(request)) throw new Refused('invalid_input', { field: 'origin' })
      const value = await run(Object.assign(await partsOf(context.params), { request, query: searchOf(request) }))
      if (value instanceof Response) return value
      return value === undefined
        ? new Response(null, { status: 204, headers: noStore })
        : Response.json(value, { headers: noStore })
    } catch (error) {
      return problemOf(toRefused(error, request))
    }
  }
}

/** Parses the query by a schema, ignoring empty fields. Invalid ones are refused by name. */
export function readQuery<Value>(query: URLSearchParams, schema: z.ZodType<Value>): Value {
  const given = Object.fromEntries([...query].filter(([, value]) => value.trim() !== ''))
  return readAs(schema, given, 'query')
}
