import { z } from 'zod'
import { nextParisMidnight, parisDay } from '#sandbox/clock.ts'
import { isIban } from '#sandbox/people/iban.ts'
import { tradeNamesOf } from '#sandbox/people/portfolio.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { holdersOfIban } from '#sandbox/store/accounts.ts'
import { countVerification } from '#sandbox/store/verifications.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuseProof, refuseTooMany } from '#sandbox/wire/refuse.ts'
import { readJsonBody, readMembers } from '#sandbox/wire/steps/json-body.ts'
import { matchName } from './match-name.ts'
import { readPresetAnswer } from './preset-answer.ts'

/** Different names that one organisation may ask about one account a day; enough for typing errors, too few to guess. */
export const namesPerDay = 10
const clockSkewMs = 5 * 60_000

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(value => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'control characters are not allowed')
const agent = z.strictObject({
  financialInstitution: z.strictObject({
    bicfi: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'ISO 9362 format required'),
  }),
})

/** The request of the scheme. The certificate identifies who asks, so the agents are optional here. */
const VerificationRequest = z.strictObject({
  party: z.strictObject({ name: text(140) }),
  partyAccount: z.strictObject({
    iban: z.string().refine(isIban, 'ISO 13616 format with a valid check number required'),
  }),
  partyAgent: agent.optional(),
  requestingAgent: agent.optional(),
  unstructuredRemittanceInformation: z.array(text(140)).max(1).optional(),
})

/** `X-Request-Timestamp` is required: ISO 8601, at most five minutes off the real time. */
export const isTimestamped: Step = ({ headers, sandbox }) => {
  const stamp = z.iso.datetime({ offset: true }).safeParse(headers.get('x-request-timestamp') ?? '')
  if (!stamp.success) refuseProof('Date', 'X-Request-Timestamp must be a date-time such as 2026-11-23T10:00:00.000Z')
  const skew = Math.abs(Date.parse(stamp.data) - sandbox.clock.realNow().getTime())
  if (skew > clockSkewMs) refuseProof('Date', 'X-Request-Timestamp is more than five minutes off')
}

/**
 * `POST /vop/v1/payee-verifications`: whether this name is that of the account's holder. NOAP for an account that is closed or
 * not of this bank. Refusals: FF01; TMRQ for too many names of one account in a day.
 */
export const verifyPayee: Step = exchange => {
  const { party, partyAccount } = readMembers(VerificationRequest, readJsonBody(exchange))
  const asked = { name: party.name, iban: partyAccount.iban }
  limitNames(exchange, asked)
  const headers = { 'X-Response-Timestamp': exchange.sandbox.clock.realNow().toISOString() }
  return { status: 200, headers, body: answerTo(exchange.sandbox, exchange.bankCode, asked) }
}

type Asked = { readonly name: string; readonly iban: string }

function limitNames({ sandbox, organisationId = '' }: Exchange, asked: Asked): void {
  const now = sandbox.clock.realNow()
  const day = parisDay(now)
  if (countVerification(sandbox.db, { day, organisationId, ...asked }, namesPerDay)) return
  refuseTooMany(now, nextParisMidnight(now))
}

function answerTo({ db }: Sandbox, bankCode: string, { name, iban }: Asked) {
  const preset = readPresetAnswer(db)
  const holders = holdersOfIban(db, bankCode, iban)
  if (preset.answer === 'CMTC') {
    const matchedName = preset.name ?? holders[0]
    return matchedName === undefined ? notPossible : { partyNameMatch: 'CMTC', matchedName }
  }
  if (preset.answer !== 'holder') return { partyNameMatch: preset.answer }
  if (holders.length === 0) return notPossible
  const { answer, matchedName } = matchName(name, [...holders, ...tradeNamesOf(iban)])
  return matchedName === null ? { partyNameMatch: answer } : { partyNameMatch: answer, matchedName }
}

const notPossible = { partyNameMatch: 'NOAP' } as const
