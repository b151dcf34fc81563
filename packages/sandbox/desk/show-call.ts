import { z } from 'zod'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findCall, forgetCalls, keptCalls, listCalls, type WireCall } from '#sandbox/wire/request-log.ts'
import { ruleOf, sayCheck } from './check-texts.ts'
import { redactHeader, redactText } from './redact.ts'
import { DeskRefusal, type DeskRoute, only, routesOf } from './route.ts'

const Header = z.strictObject({ name: z.string(), value: z.string() })
export const DeskCall = z.strictObject({
  id: z.int(),
  at: z.iso.datetime().describe("The bank's time"),
  realAt: z.iso.datetime(),
  ms: z.number(),
  bankCode: z.string().nullable(),
  method: z.string(),
  target: z.string(),
  endpoint: z.string().nullable(),
  requestHeaders: z.array(Header),
  requestBody: z.string(),
  organisationId: z.string().nullable(),
  clientId: z.string().nullable(),
  personId: z.string().nullable(),
  attended: z.boolean().nullable().describe('Whether the PSU was connected; null when it was not asked'),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      words: z.strictObject({ fr: z.string(), en: z.string() }).nullable().describe('What the step checks or does'),
      rule: z.string().nullable().describe('The row of docs/interface that it follows'),
      outcome: z.enum(['passed', 'answered', 'refused']),
      detail: z.string().nullable(),
    }),
  ),
  status: z.int().nullable().describe('null: the caller got no answer'),
  code: z.string().nullable(),
  responseHeaders: z.array(Header),
  responseBody: z.string(),
  faults: z.array(z.string()),
})
export type DeskCall = z.output<typeof DeskCall>

const header = ([name, value]: readonly [string, string]) => ({ name, value: redactHeader(name, value) })
const text = (body: Buffer | null) => redactText((body ?? Buffer.alloc(0)).toString('utf8'))

/** A call for display: tokens, codes and signatures shortened, IBANs masked. */
export function showCall(call: WireCall): DeskCall {
  return only(DeskCall, {
    ...call,
    at: call.at.toISOString(),
    realAt: call.realAt.toISOString(),
    target: redactText(call.target),
    requestHeaders: call.requestHeaders.map(header),
    requestBody: text(call.requestBody),
    steps: call.steps.map(({ step, outcome, detail }) => ({
      step,
      words: sayCheck(step),
      rule: ruleOf(step),
      outcome,
      detail: detail === null ? null : redactText(detail),
    })),
    code: call.code === null ? null : redactText(call.code),
    responseHeaders: Object.entries(call.responseHeaders).map(header),
    responseBody: text(call.responseBody),
  })
}

const CallId = z.strictObject({ id: z.coerce.number().int().min(1) })

/** The call with that number, or 404. */
export function callAt({ db }: Sandbox, id: number): WireCall {
  const call = findCall(db, id)
  if (!call) throw new DeskRefusal(404, 'unknown_call', `Call ${id} is not kept; the last ${keptCalls} are`)
  return call
}

const route = routesOf('wire')

export const wireRoutes: readonly DeskRoute[] = [
  route('GET /wire', 'listCalls', {
    summary: 'The last calls, newest first, secrets redacted',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(keptCalls).default(50),
      after: z.coerce.number().int().min(0).default(0).describe('Only calls with a higher number'),
    }),
    answer: z.strictObject({ calls: z.array(DeskCall) }),
    run: ({ db }, { query }) => ({
      calls: listCalls(db)
        .filter(({ id }) => id > query.after)
        .slice(0, query.limit)
        .map(showCall),
    }),
  }),
  route('GET /wire/{id}', 'readCall', {
    summary: 'One call: headers, bodies, every step that was checked and what came of it',
    params: CallId,
    answer: DeskCall,
    run: (sandbox, { params }) => showCall(callAt(sandbox, params.id)),
  }),
  route('DELETE /wire', 'forgetCalls', {
    summary: 'Forget the calls',
    answer: z.strictObject({ done: z.boolean() }),
    run: ({ db }) => {
      forgetCalls(db)
      return { done: true }
    },
  }),
]
