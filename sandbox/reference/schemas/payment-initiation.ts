import { z } from 'zod'
import { component } from './components.ts'
import { Amount, Bic, Currency, Iban, Id, Instant, Link, text } from './members.ts'

const PostalAddress = component(
  'PostalAddress',
  'At most two lines of 70 characters (D46)',
  z.looseObject({ country: z.string().optional(), addressLine: z.array(text(70)).max(2).optional() }),
)

const SchemeIdentification = z.looseObject({
  identification: text(70),
  schemeName: text(70).optional(),
  issuer: text(35).optional(),
})

const clearing = z.looseObject({ clearingSystemId: z.string().optional(), memberId: z.string().optional() }).optional()

const agent = z.looseObject({
  bicFi: Bic.optional(),
  name: text(140).optional(),
  postalAddress: PostalAddress.optional(),
  clearingSystemMemberId: clearing,
})

const party = z.looseObject({
  name: text(140).optional(),
  postalAddress: PostalAddress.optional(),
  organisationId: SchemeIdentification.optional(),
  privateId: SchemeIdentification.optional(),
})

/** Document 2 asks for an offset in creationDateTime alone. */
const ExecutionDate = z.iso.datetime({ offset: true, local: true })
const purpose = z.enum(['TRPT', 'CASH', 'CPKC', 'ACCT', 'COMC'])
const account = z.looseObject({ iban: Iban })
const InstructedAmount = z.looseObject({ amount: Amount, currency: Currency })
const reason = z.string().max(4).nullable().optional()

const Beneficiary = component(
  'Beneficiary',
  'The creditor, their account and its bank; `privateId.schemeName` is one of BANK, COID, SREN, DSRET (also SRET, D47), NIDN, OAUT, CPAN',
  z.looseObject({
    creditor: party.extend({ name: text(140) }),
    creditorAgent: agent.optional(),
    creditorAccount: account,
  }),
)

const Instruction = component(
  'Instruction',
  'One transfer of a request; `frequency`, `executionRule` and `endDate` make it recurrent (D41)',
  z.looseObject({
    paymentId: z.looseObject({ instructionId: Id, endToEndId: Id }),
    instructedAmount: InstructedAmount,
    requestedExecutionDate: ExecutionDate.optional(),
    remittanceInformation: z.looseObject({ unstructured: z.array(text(140)).optional() }).optional(),
    purpose: purpose.optional(),
    frequency: z.enum(['DAIL', 'WEEK', 'TOWK', 'MNTH', 'TOMN', 'QUTR', 'SEMI', 'YEAR']).optional(),
    executionRule: z.enum(['FWNG', 'PREC']).optional(),
    endDate: z.string().optional(),
  }),
)

const paymentMembers = {
  paymentInformationId: Id,
  creationDateTime: Instant,
  numberOfTransactions: z.int().min(1),
  requestedExecutionDate: ExecutionDate.optional(),
  debtorAgent: agent.optional(),
  initiatingParty: party.extend({ name: text(140) }),
  paymentTypeInformation: z.looseObject({
    serviceLevel: z.enum(['SEPA', 'NURG']),
    categoryPurpose: z.enum(['CASH', 'DVPM']).optional(),
    localInstrument: z.literal('INST').optional(),
  }),
  debtor: party.optional(),
  debtorAccount: account.optional(),
  beneficiary: Beneficiary,
  purpose: purpose.optional(),
  chargeBearer: z.literal('SLEV'),
}

export const PaymentRequest = component(
  'PaymentRequest',
  'A payment on behalf of a merchant, or a transfer of the account owner (D56 for what is required)',
  z.looseObject({
    ...paymentMembers,
    creditTransferTransaction: z.array(Instruction).min(1),
    supplementaryData: z.looseObject({
      acceptedAuthenticationApproach: z.array(z.string()).min(1),
      scaHint: z.string().optional(),
      successfulReportUrl: z.url(),
      unsuccessfulReportUrl: z.url().optional(),
    }),
  }),
)

const transactionStatus = z.enum(['PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC'])
const paymentStatus = z.enum(['PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'])

export const PaymentState = component(
  'PaymentState',
  'A payment request with its ids and statuses; readable for 35 days',
  z.looseObject({
    ...paymentMembers,
    resourceId: Id,
    paymentInformationStatus: paymentStatus,
    statusReasonInformation: reason,
    fundsAvailability: z.unknown().optional(),
    booking: z.unknown().optional(),
    creditTransferTransaction: z
      .array(
        z.looseObject({
          paymentId: z.looseObject({ instructionId: Id, endToEndId: Id, resourceId: Id }),
          instructedAmount: InstructedAmount,
          remittanceInformation: z.array(text(140)).optional(),
          transactionStatus: transactionStatus.optional(),
          statusReasonInformation: reason,
        }),
      )
      .min(1),
    supplementaryData: z.looseObject({
      appliedAuthenticationApproach: z.literal('REDIRECT').optional(),
      successfulReportUrl: z.url(),
      unsuccessfulReportUrl: z.url().optional(),
    }),
  }),
)

export const PaymentAnswer = component(
  'PaymentAnswer',
  'The request enriched with its status report',
  z.looseObject({ paymentRequest: PaymentState, _links: z.record(z.string(), Link).optional() }),
)

export const PaymentCreated = component(
  'PaymentCreated',
  'Where the PSU is to be sent; the `nonce` in the address works once',
  z.looseObject({
    appliedAuthenticationApproach: z.literal('REDIRECT'),
    _links: z.looseObject({ consentApproval: Link }),
  }),
)

export const Cancellation = component(
  'Cancellation',
  'The data of GET without the wrapper and without links; `RJCT` (or `CANC`, D40) and a reason for the request or for single instructions',
  z.looseObject({
    paymentInformationStatus: z.string().optional(),
    creditTransferTransaction: z.array(z.looseObject({})),
  }),
)

export const CancellationAnswer = component(
  'CancellationAnswer',
  'Where the PSU is to be sent to consent to the cancellation',
  z.looseObject({
    appliedAuthenticationApproach: z.literal('REDIRECT'),
    _links: z.looseObject({ consentApproval: Link }),
  }),
)

export const Confirmation = component(
  'Confirmation',
  'Always needed, even as an empty object',
  z.looseObject({ nonce: text(70).optional(), psuAuthenticationFactor: z.string().optional() }),
)
