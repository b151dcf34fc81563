import { z } from 'zod'
import { parisDay } from '#sandbox/clock.ts'
import { isIban } from '#sandbox/people/iban.ts'
import { frequencies } from '#sandbox/store/payments.ts'
import { isAcceptableUri } from '#sandbox/wire/redirect-uris.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { readMembers } from '#sandbox/wire/steps/json-body.ts'

/** bank:D30 */
const id = z
  .string()
  .regex(/^[A-Za-z0-9 /?:().,'-]{1,35}$/, "1 to 35 characters of A-Z a-z 0-9 space / ? : ( ) . , ' - (D30)")

/** A non-empty text without control characters, of at most that many characters (bank:D46). */
const text = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest, `at most ${longest} characters`)
    .refine(value => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'control characters are not allowed')

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const dateTime = z.iso.datetime({ offset: true, error: 'ISO 8601 date-time with an offset required' })
const executionDate = z.iso.datetime({ offset: true, local: true, error: 'ISO 8601 date-time required' })
/** bank:D60 */
const endDate = z.union([executionDate, z.iso.date()], { error: 'ISO 8601 date-time or date required' })

const bicFi = z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'ISO 9362 format required')
const iban = z.string().refine(isIban, 'ISO 13616 format with a valid check number required')
const url = z.string().max(2_000).refine(isAcceptableUri, 'https URL required (http on loopback), without a fragment')

const postalAddress = z.looseObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'ISO 3166 alpha-2 required')
    .optional(),
  addressLine: z.array(text(70)).max(2, 'at most 2 lines').optional(),
})
const identification = z.looseObject({
  identification: text(70),
  schemeName: text(70).optional(),
  issuer: text(35).optional(),
})
/** Document 2, resources; `SRET` by bank:D47. */
export const creditorSchemeNames = ['BANK', 'COID', 'SREN', 'DSRET', 'SRET', 'NIDN', 'OAUT', 'CPAN'] as const
const creditorIdentification = identification.extend({
  schemeName: z.enum(creditorSchemeNames, { error: 'allowed: BANK, COID, SREN, DSRET, NIDN, OAUT, CPAN' }).optional(),
})

const party = z.looseObject({
  name: text(140).optional(),
  postalAddress: postalAddress.optional(),
  organisationId: identification.optional(),
  privateId: identification.optional(),
})
const agent = z.looseObject({
  bicFi: bicFi.optional(),
  name: text(140).optional(),
  postalAddress: postalAddress.optional(),
  clearingSystemMemberId: z
    .looseObject({ clearingSystemId: text(35).optional(), memberId: text(35).optional() })
    .optional(),
})

export const purposes = ['TRPT', 'CASH', 'CPKC', 'ACCT', 'COMC'] as const
export const categoryPurposes = ['CASH', 'DVPM'] as const
export const serviceLevels = ['SEPA', 'NURG'] as const
const purpose = z.enum(purposes, { error: `allowed: ${purposes.join(', ')}` })

const misplaced = z.undefined({ error: 'belongs to the instruction, not to the request (D41)' }).optional()

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** bank:D29; two decimals, any further ones must be zero. */
const amount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,5})?$/, 'decimal number in a string: at most 13 digits before and 5 after the point')
  .refine(value => /^\d+(\.\d{0,2}0*)?$/.test(value), 'no part of a cent')
  .refine(value => /[1-9]/.test(value), 'more than zero')

const Instruction = z.looseObject({
  paymentId: z.looseObject({ instructionId: id, endToEndId: id }),
  instructedAmount: z.looseObject({
    amount,
    currency: z.string().refine(code => currencies.has(code), 'ISO 4217 code required'),
  }),
  requestedExecutionDate: executionDate.optional(),
  remittanceInformation: z.looseObject({ unstructured: z.array(text(140)).max(20).optional() }).optional(),
  purpose: purpose.optional(),
  frequency: oneOf(frequencies).optional(),
  executionRule: oneOf(['FWNG', 'PREC'] as const).optional(),
  endDate: endDate.optional(),
})

/** The body of POST /payment-requests: fields of document 2, required members bank:D56, lengths bank:D46, ids bank:D30. Unknown members are kept. */
export const PaymentBody = z.looseObject({
  paymentInformationId: id,
  creationDateTime: dateTime,
  numberOfTransactions: z.int().min(1),
  requestedExecutionDate: executionDate.optional(),
  debtorAgent: agent.optional(),
  initiatingParty: party.extend({ name: text(140) }),
  paymentTypeInformation: z.looseObject({
    serviceLevel: oneOf(serviceLevels),
    categoryPurpose: z.enum(categoryPurposes, { error: `allowed: ${categoryPurposes.join(', ')}` }).optional(),
    localInstrument: z.literal('INST', { error: 'only INST' }).optional(),
  }),
  debtor: party.optional(),
  debtorAccount: z.looseObject({ iban }).optional(),
  beneficiary: z.looseObject({
    creditor: party
      .extend({ name: text(140), privateId: creditorIdentification.optional() })
      .refine(({ organisationId, privateId }) => !organisationId || !privateId, {
        path: ['organisationId'],
        error: 'either organisationId or privateId, not both',
      }),
    creditorAgent: agent.optional(),
    creditorAccount: z.looseObject({ iban }),
  }),
  purpose: purpose.optional(),
  chargeBearer: z.literal('SLEV', { error: 'must be SLEV' }),
  frequency: misplaced,
  executionRule: misplaced,
  endDate: misplaced,
  creditTransferTransaction: z.array(Instruction).min(1, 'one instruction or more'),
  supplementaryData: z.looseObject({
    acceptedAuthenticationApproach: z
      .array(oneOf(['REDIRECT', 'DECOUPLED', 'EMBEDDED'] as const))
      .refine(approaches => approaches.includes('REDIRECT'), 'must contain REDIRECT'),
    scaHint: text(140).optional(),
    successfulReportUrl: url,
    unsuccessfulReportUrl: url.optional(),
  }),
})
export type PaymentBody = z.infer<typeof PaymentBody>

/** The (first) execution day of each instruction in Paris, `YYYY-MM-DD`; null if neither it nor the request has one. */
export function firstDays(body: PaymentBody): (string | null)[] {
  return body.creditTransferTransaction.map(one => {
    const asked = one.requestedExecutionDate ?? body.requestedExecutionDate
    return asked === undefined ? null : dayOfDateTime(asked)
  })
}

/** The Paris day of a date-time with an offset; without one, or for a plain date, its own day. */
export function dayOfDateTime(value: string): string {
  return /T[^T]*(Z|[+-]\d\d:\d\d)$/.test(value) ? parisDay(new Date(value)) : value.slice(0, 10)
}

/**
 * Parses the body of a payment request. Refuses 400 `FF01` naming the member and the rule (document 2, errors; bank:D56). `today` is
 * the bank's day, the earliest for an execution.
 */
export function readPaymentBody(value: unknown, today: string): PaymentBody {
  const body = readMembers(PaymentBody, value)
  const fault = findFault(body) ?? findFaultOfDays(body, today)
  if (fault !== null) refuse('FF01', fault)
  return body
}

/** Rules that involve several members. */
function findFault(body: PaymentBody): string | null {
  const { creditTransferTransaction: instructions, paymentTypeInformation: type } = body
  if (body.numberOfTransactions !== instructions.length) {
    return 'numberOfTransactions: must equal the number of instructions'
  }
  const currencies = new Set(instructions.map(one => one.instructedAmount.currency))
  if (currencies.size > 1) return 'instructedAmount.currency: all instructions need the same'
  if (type.serviceLevel === 'SEPA' && !currencies.has('EUR')) return 'instructedAmount.currency: SEPA is in EUR'
  if (instructions.some(({ frequency, executionRule }) => !frequency && executionRule)) {
    return 'executionRule: needs a frequency'
  }
  if (instructions.some(({ frequency, endDate }) => !frequency && endDate)) return 'endDate: needs a frequency'
  if (type.localInstrument === 'INST' && instructions.some(({ frequency }) => frequency)) {
    return 'frequency: an instant transfer is executed once, at once'
  }
  return null
}

/** Moments are compared if both have an offset, else the days; midnight stands for its day. */
function isBeforeCreation(body: PaymentBody, at: number): boolean {
  const asked = body.creditTransferTransaction[at]?.requestedExecutionDate ?? body.requestedExecutionDate
  const created = new Date(body.creationDateTime)
  if (asked === undefined) return false
  const isMoment = !asked.includes('T00:00') && /(?:Z|[+-]\d\d:\d\d)$/.test(asked)
  return isMoment ? new Date(asked) < created : dayOfDateTime(asked) < parisDay(created)
}

function findFaultOfDays(body: PaymentBody, today: string): string | null {
  const isInstant = body.paymentTypeInformation.localInstrument === 'INST'
  for (const [at, day] of firstDays(body).entries()) {
    const end = body.creditTransferTransaction[at]?.endDate
    if (day === null) return 'requestedExecutionDate: required, here or at each instruction'
    if (day < today) return 'requestedExecutionDate: must not lie in the past'
    if (isBeforeCreation(body, at)) return 'requestedExecutionDate: must not lie before creationDateTime'
    if (isInstant && day > today) return 'requestedExecutionDate: an instant transfer is executed at once'
    if (end !== undefined && dayOfDateTime(end) < day) return 'endDate: must not lie before the first execution'
  }
  return null
}
