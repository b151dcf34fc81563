type Link = { readonly href: string; readonly templated: boolean }
type Money = { readonly amount: string; readonly currency: string }
/** Tests expect at least one element. */
type Several<T> = readonly [T, ...T[]]

export type ShownBalance = {
  readonly balanceType: string
  readonly name: string
  readonly balanceAmount: Money
  readonly referenceDate: string
}

export type ShownAccount = {
  readonly cashAccountType: string
  readonly resourceId: string
  readonly accountId: {
    readonly iban: string
    readonly currency: string
    readonly other: { readonly identification: string; readonly schemeName: string; readonly issuer: string }
  }
  readonly name: string
  readonly product: string
  readonly details: string
  readonly bicFi: string
  readonly usage: string
  readonly linkedAccount: string
  readonly psuStatus: string
  readonly balances: Several<ShownBalance>
  readonly _links: Links
}

export type ShownTransaction = {
  readonly resourceId: string
  readonly entryReference: string
  /** A plain list in v1.4.2 (bank:D28). */
  readonly remittanceInformation: readonly string[] & { readonly unstructured: readonly string[] }
  readonly transactionAmount: Money
  readonly bankTransactionCode: Readonly<Record<'domain' | 'family' | 'subFamily' | 'code' | 'issuer', string>>
  readonly bookingDate: string
  readonly valueDate: string
  readonly transactionDate: string
  readonly expectedBookingDate: string
  readonly creditDebitIndicator: string
  readonly status: string
  readonly endToEndId: string
}

type Identification = { identification: string; schemeName?: string; issuer?: string }
type Party = {
  name?: string
  postalAddress?: { country?: string; addressLine?: string[] }
  privateId?: Identification
  organisationId?: Identification
}

export type TestInstruction = {
  paymentId: { instructionId: string; endToEndId: string; resourceId?: string }
  instructedAmount: { currency: string; amount: string }
  /** In the request and in the answer. */
  remittanceInformation?: { unstructured: string[] } | string[]
  requestedExecutionDate?: string
  transactionStatus?: string
  statusReasonInformation?: string | null
}

/** A payment request (document 2), as tests write, read and change it. */
export type TestPayment = {
  paymentInformationId: string
  creationDateTime: string
  numberOfTransactions: number
  requestedExecutionDate?: string
  initiatingParty: Party
  paymentTypeInformation: { serviceLevel: string; categoryPurpose?: string; localInstrument?: string }
  debtor?: Party
  debtorAccount?: { iban: string }
  beneficiary: { creditor: Party; creditorAccount: { iban: string } }
  purpose?: string
  chargeBearer: string
  creditTransferTransaction: [TestInstruction, ...TestInstruction[]]
  supplementaryData: {
    acceptedAuthenticationApproach?: string[]
    appliedAuthenticationApproach?: string
    successfulReportUrl?: string
    unsuccessfulReportUrl?: string
  }
  resourceId?: string
  paymentInformationStatus?: string
  statusReasonInformation?: string | null
}

type Links = Readonly<
  Record<
    | 'self'
    | 'first'
    | 'prev'
    | 'next'
    | 'last'
    | 'balances'
    | 'transactions'
    | 'owners'
    | 'overdrafts'
    | 'endUserIdentity'
    | 'parent-list'
    | 'consentApproval',
    Link
  >
>

/** The rows of the lists, by their member. */
export type ShownRows = { accounts: ShownAccount; transactions: ShownTransaction }

/**
 * The body of an answer, with the documented members of all answers. The tests' client validates every answer by the reference; a
 * member that an answer does not have is undefined, and fails the test's expectation.
 */
export type TestAnswerBody = {
  readonly timestamp: string
  readonly status: number
  readonly path: string
  readonly message: string
  readonly code: string
  readonly error: string
  readonly error_description: string

  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string

  readonly client_id: string
  readonly client_id_issued_at: number
  readonly registration_client_uri: string
  readonly registration_access_token: string
  readonly client_name: string
  readonly software_id: string
  readonly software_version: string
  readonly redirect_uris: readonly string[]
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] }

  readonly accounts: Several<ShownAccount>
  readonly balances: Several<ShownBalance>
  readonly transactions: Several<ShownTransaction>
  readonly overdrafts: { readonly allowedAmount: Money }
  readonly identities: Several<{ readonly fullName: string; readonly role: string }>
  readonly company: { readonly identification: string; readonly schemeName: string; readonly issuer: string }
  readonly connectedPsu: string
  readonly firstName: string
  readonly lastName: string

  readonly resourceId: string
  readonly nonce: string
  readonly appliedAuthenticationApproach: string
  readonly paymentRequest: TestPayment
  readonly _links: Links
}
