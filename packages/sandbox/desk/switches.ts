import { z } from 'zod'
import { parisDay } from '#sandbox/clock.ts'
import { removeFaultRules } from '#sandbox/faults/rules.ts'
import { advanceLives } from '#sandbox/people/advance.ts'
import { storePeople } from '#sandbox/people/settle.ts'
import { tokenKeySetting } from '#sandbox/registration/register.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { listApplications } from '#sandbox/store/applications.ts'
import { flushRequests } from '#sandbox/store/requests.ts'
import { resetTables } from '#sandbox/store/schema.ts'
import { keepOnlySetting, readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { flushStatistics } from '#sandbox/store/statistics.ts'
import { changePresetAnswer, PresetAnswer, readPresetAnswer } from '#sandbox/vop/preset-answer.ts'
import { forgetCalls } from '#sandbox/wire/request-log.ts'
import { changeService, readService } from '#sandbox/wire/steps/service.ts'
import { changeDelays, readDelays } from '#sandbox/wire/token-delays.ts'
import { type DeskRoute, routesOf } from './route.ts'

const Service = z.strictObject({
  isDown: z.boolean().describe('The dedicated interface answers 503 INTS; OAuth and the fallback mode go on'),
  callsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('Calls that one organisation may make in a minute before 429 TMRQ; null: no limit'),
})
const NewService = Service.extend({ callsPerMinute: Service.shape.callsPerMinute.default(null) })

const Delays = z.strictObject({
  legalDays: z.int().min(1).max(180).describe('Days after a strong authentication when the law ends both tokens'),
  bankDays: z.int().min(1).max(180).nullable().describe('Days after which a rule of the bank does; null: it has none'),
})
const NewDelays = Delays.extend({ bankDays: Delays.shape.bankDays.default(null) })

const LiveHost = z.strictObject({
  format: z
    .enum(['bank', 'generic'])
    .describe('generic: authorize was called on a host without the bank’s code, so no app opens (App-to-app)'),
})

const NewPresetAnswer = PresetAnswer.extend({ name: PresetAnswer.shape.name.default(null) })

const liveHostSetting = 'liveHostFormat'

/** The format of the live host on which authorize requests count as called (document 1, App-to-app). */
export function readLiveHost({ db }: Sandbox): z.output<typeof LiveHost> {
  return { format: readSetting(db, liveHostSetting) === 'generic' ? 'generic' : 'bank' }
}

const Reset = z.strictObject({ confirm: z.literal('reset').describe('reset: so that nobody does this by mistake') })
const Kept = z.strictObject({
  day: z.iso.date().describe('The day that the bank begins again with'),
  registrations: z.int().describe('Applications that stay registered, with their keys'),
})

/**
 * The bank as at its first start: customers and their two years, clock, settings. Certificates and registrations stay; tokens, consents,
 * payments, faults, added customers, the request log and the statistics go.
 */
export function resetBank(sandbox: Sandbox): z.output<typeof Kept> {
  const { db, clock } = sandbox
  flushRequests(db)
  flushStatistics(db)
  clock.freeze(false)
  clock.moveTo(0)
  removeFaultRules(db)
  resetTables(db)
  keepOnlySetting(db, tokenKeySetting)
  forgetCalls(db)
  const day = parisDay(clock.now())
  storePeople(db, day)
  advanceLives(db, day)
  return { day, registrations: listApplications(db).length }
}

const route = routesOf('switches')

/**
 * Settings of the bank that survive a restart: its service, the delays of strong authentication, its live host, the
 * verification of payee.
 */
export const switchRoutes: readonly DeskRoute[] = [
  route('GET /service', 'readService', {
    summary: 'Whether the dedicated interface is up, and its pace',
    answer: Service,
    run: readService,
  }),
  route('PUT /service', 'changeService', {
    summary: 'Take the dedicated interface down or up, and limit its pace',
    body: NewService,
    answer: Service,
    run: (sandbox, { body }) => {
      changeService(sandbox, body)
      return readService(sandbox)
    },
  }),
  route('GET /delays', 'readDelays', {
    summary: 'After how many days without strong authentication an access ends',
    answer: Delays,
    run: sandbox => ({ ...readDelays(sandbox) }),
  }),
  route('PUT /delays', 'changeDelays', {
    summary: 'Set the delay of the law and the bank’s own; tokens that are older end at their next use',
    body: NewDelays,
    answer: Delays,
    run: (sandbox, { body }) => {
      changeDelays(sandbox, body)
      return { ...readDelays(sandbox) }
    },
  }),
  route('GET /live-host', 'readLiveHost', {
    summary: 'Format of the live host (App-to-app)',
    answer: LiveHost,
    run: readLiveHost,
  }),
  route('PUT /live-host', 'changeLiveHost', {
    summary: 'With the generic format no app opens: the way goes through the web view (App-to-app)',
    body: LiveHost,
    answer: LiveHost,
    run: (sandbox, { body }) => {
      writeSetting(sandbox.db, liveHostSetting, body.format)
      return readLiveHost(sandbox)
    },
  }),
  route('GET /payee-verification', 'readPayeeVerification', {
    summary: 'What the verification of payee answers',
    answer: PresetAnswer,
    run: ({ db }) => readPresetAnswer(db),
  }),
  route('PUT /payee-verification', 'changePayeeVerification', {
    summary: 'Set the answer to every verification of payee, or return to the holder’s name',
    body: NewPresetAnswer,
    answer: PresetAnswer,
    run: ({ db }, { body }) => {
      changePresetAnswer(db, body)
      return readPresetAnswer(db)
    },
  }),
  route('POST /reset', 'resetBank', {
    summary: 'Begin anew, as at the first start: only certificates and registrations stay',
    body: Reset,
    answer: Kept,
    run: resetBank,
  }),
]
