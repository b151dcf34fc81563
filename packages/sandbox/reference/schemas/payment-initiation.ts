import { z } from 'zod'
import { CancellationBody } from '#sandbox/pis/cancel-payment.ts'
import { ConfirmationBody } from '#sandbox/pis/confirm-payment.ts'
import { PaymentBody } from '#sandbox/pis/payment-body.ts'
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

/** Document 2 requires an offset only in creationDateTime. */
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

/** The schema used for validation (`pis/payment-body.ts`). */
export const PaymentRequest = component(
  'PaymentRequest',
  'A payment to a merchant or a transfer by the account’s owner (D56 for what is required, D46 for lengths); `frequency`, `executionRule` and `endDate` at an instruction make it recurrent (D41)',
  PaymentBody,
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
  'The request and its statuses',
  z.strictObject({ paymentRequest: PaymentState, _links: z.strictObject({ self: Link }) }),
)

export const PaymentCreated = component(
  'PaymentCreated',
  'Where the PSU is to be sent; the `nonce` in the address works once',
  z.strictObject({
    appliedAuthenticationApproach: z.literal('REDIRECT'),
    _links: z.strictObject({ consentApproval: Link }),
  }),
)

export const Cancellation = component(
  'Cancellation',
  'The data of GET without the wrapper and without links; `RJCT` (or `CANC`, D40) and a reason (DS02, DUPL, FRAD, TECH) for the request or for single instructions',
  CancellationBody,
)

export const CancellationAnswer = component(
  'CancellationAnswer',
  'Where the PSU is to be sent to consent to the cancellation',
  z.strictObject({
    resourceId: Id,
    appliedAuthenticationApproach: z.literal('REDIRECT'),
    nonce: text(70),
    _links: z.strictObject({ consentApproval: Link }),
  }),
)

export const Confirmation = component('Confirmation', 'Always needed, even as an empty object', ConfirmationBody)
