import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type FaultRule, shortNameOf, tamperings } from '#sandbox/faults/decide.ts'
import { addFaultRule, listFaultRules, removeFaultRule, removeFaultRules } from '#sandbox/faults/rules.ts'
import { routes } from '#sandbox/interface/routes.ts'
import { rotateRefresh, rotatesRefresh } from '#sandbox/oauth/rotation.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { DeskRefusal, type DeskRoute, routesOf } from './route.ts'

const Fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), delayMs: z.int().min(1).max(120_000).default(5_000) }),
  z
    .strictObject({
      kind: z.literal('slow_drip'),
      pieces: z.int().min(2).max(1_000).default(20),
      everyMs: z.int().min(1).max(60_000).default(500),
    })
    .describe('The body in pieces, one every so often'),
  z.strictObject({ kind: z.literal('close_before') }).describe('The connection ends before anything is done'),
  z.strictObject({ kind: z.literal('close_after') }).describe('The call is processed, the answer is lost'),
  z
    .strictObject({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      code: z
        .string()
        .regex(/^[A-Za-z_0-9]{1,40}$/)
        .nullable()
        .default(null),
    })
    .describe('Any status with any code; nothing is processed'),
  z
    .strictObject({ kind: z.literal('body'), body: z.enum(['html', 'empty', 'cut', 'broken_off']) })
    .describe('cut: half of the JSON in a sound answer; broken_off: the connection ends in the middle'),
  z.strictObject({
    kind: z.literal('content_type'),
    contentType: z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/)
      .default('text/plain'),
  }),
  z.strictObject({ kind: z.literal('page_duplicate') }).describe('A page repeats the rows of the page before'),
  z.strictObject({ kind: z.literal('page_loop') }).describe('`next` leads back to the first page, on every page'),
  z.strictObject({ kind: z.literal('unknown_values') }).describe('Members and values that no document names'),
  z
    .strictObject({
      kind: z.literal('foreign_host'),
      host: z
        .string()
        .regex(/^[a-z0-9.-]{1,100}$/)
        .default('evil.example'),
    })
    .describe('Links lead to another host'),
  z.strictObject({ kind: z.literal('real_life') }).describe('331 ms on average, 0.6 % failures'),
  z
    .strictObject({ kind: z.literal('tampered'), what: z.enum(tamperings) })
    .describe('The request is changed on its way, after it was signed'),
  z.strictObject({ kind: z.literal('callback_dropped') }).describe('The browser never comes back to the TPP'),
  z.strictObject({ kind: z.literal('callback_doubled') }).describe('The browser comes back twice'),
])

const target = z.string().min(1).max(200).nullable().default(null)
const NewFault = z.strictObject({
  fault: Fault,
  endpoint: target.describe('`GET /accounts/{id}/balances` in every version, or with the whole path; null: any'),
  bankCode: target,
  organisationId: target.describe('Of the TPP’s certificate'),
  personId: target,
  about: z
    .array(z.string().min(1).max(100))
    .max(10)
    .default([])
    .describe('Or of calls whose payment holds one of these: a reference, an IBAN'),
  calls: z.int().min(1).max(1_000_000).nullable().default(null).describe('How many calls; null: until taken back'),
  share: z.number().min(0).max(1).default(1).describe('Part of the calls that it meets'),
  seed: z.string().min(1).max(100).default('rivages').describe('Same seed, same calls: same faults'),
})

const DeskFault = z.strictObject({
  id: z.string(),
  fault: Fault,
  endpoint: z.string().nullable(),
  bankCode: z.string().nullable(),
  organisationId: z.string().nullable(),
  personId: z.string().nullable(),
  about: z.array(z.string()),
  callsLeft: z.int().nullable(),
  seen: z.int().describe('Calls that came by so far'),
  share: z.number(),
  seed: z.string(),
})
const Faults = z.strictObject({ faults: z.array(DeskFault), endpoints: z.array(z.string()) })
const Rotation = z.strictObject({ rotate: z.boolean() })

const showFault = ({ fault, about, ...rule }: FaultRule): z.output<typeof DeskFault> => ({
  ...rule,
  about: [...about],
  fault: Fault.parse(fault),
})

/** Endpoints that a fault can affect, in their short form; `GET callback` is the browser's redirect. */
export const faultEndpoints: readonly string[] = [
  ...new Set(routes.map(({ method, path }) => shortNameOf(method, path))),
  'GET callback',
]

const isEndpoint = (name: string) =>
  faultEndpoints.includes(name) || routes.some(({ method, path }) => name === `${method} ${path}`)

/** The active faults, and the endpoints they can affect. */
export function showFaults({ db }: Sandbox): z.output<typeof Faults> {
  return { faults: listFaultRules(db).map(showFault), endpoints: [...faultEndpoints] }
}

function addFault({ db }: Sandbox, { calls, ...wish }: z.output<typeof NewFault>): z.output<typeof DeskFault> {
  if (wish.endpoint !== null && !isEndpoint(wish.endpoint)) {
    throw new DeskRefusal(400, 'unknown_endpoint', `${wish.endpoint} is no endpoint; GET /desk/api/faults lists them`)
  }
  if (wish.personId !== null && !findPerson(db, wish.personId)) {
    throw new DeskRefusal(404, 'unknown_person', `Nobody here has the id ${wish.personId}`)
  }
  const rule: FaultRule = { ...wish, id: randomBytes(6).toString('hex'), callsLeft: calls, seen: 0 }
  addFaultRule(db, rule)
  return showFault(rule)
}

const route = routesOf('faults')

export const faultRoutes: readonly DeskRoute[] = [
  route('GET /faults', 'listFaults', {
    summary: 'The faults in force and the endpoints that can have some',
    answer: Faults,
    run: showFaults,
  }),
  route('POST /faults', 'addFault', {
    summary: 'Put a fault in force: for an endpoint, bank, TPP or person, for the next calls or until taken back',
    body: NewFault,
    status: 201,
    answer: DeskFault,
    run: (sandbox, { body }) => addFault(sandbox, body),
  }),
  route('DELETE /faults/{id}', 'removeFault', {
    summary: 'Take one fault back',
    params: z.strictObject({ id: z.string() }),
    answer: Faults,
    run: (sandbox, { params }) => {
      if (!removeFaultRule(sandbox.db, params.id)) {
        throw new DeskRefusal(404, 'unknown_fault', 'That fault is not in force')
      }
      return showFaults(sandbox)
    },
  }),
  route('DELETE /faults', 'removeFaults', {
    summary: 'Take every fault back',
    answer: Faults,
    run: sandbox => {
      removeFaultRules(sandbox.db)
      return showFaults(sandbox)
    },
  }),
  route('GET /refresh-rotation', 'readRotation', {
    summary: 'Whether a refresh gives a new refresh token (D8)',
    answer: Rotation,
    run: sandbox => ({ rotate: rotatesRefresh(sandbox) }),
  }),
  route('PUT /refresh-rotation', 'rotateRefresh', {
    summary: 'Switch the rotation of refresh tokens on or off',
    body: Rotation,
    answer: Rotation,
    run: (sandbox, { body }) => {
      rotateRefresh(sandbox, body.rotate)
      return { rotate: rotatesRefresh(sandbox) }
    },
  }),
]
