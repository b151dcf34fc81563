import { accountInformation } from './interfaces/account-information.ts'
import { payeeVerification } from './interfaces/payee-verification.ts'
import { paymentInitiation } from './interfaces/payment-initiation.ts'
import { registration } from './interfaces/registration.ts'
import type { Operation } from './operation.ts'

/** One of the interfaces of the bank. */
export type InterfaceDocument = {
  readonly name: 'account-information' | 'payment-initiation' | 'registration' | 'payee-verification'
  readonly title: string
  readonly description: string
  readonly version: string
  readonly operations: readonly Operation[]
}

/** The three documents, in their order, and the verification of payee. */
export const interfaceDocuments: readonly InterfaceDocument[] = [
  {
    name: 'account-information',
    title: 'Account information',
    description: 'Consent, accounts, balances, transactions, identity, overdrafts and owners, and the OAuth endpoints',
    version: '1.6.2',
    operations: accountInformation,
  },
  {
    name: 'payment-initiation',
    title: 'Payment initiation',
    description: 'Payment and transfer requests, their status, confirmation and cancellation',
    version: '1.4.2',
    operations: paymentInitiation,
  },
  {
    name: 'registration',
    title: 'Registration',
    description: 'Registration of applications and agents (RFC 7591, RFC 7592)',
    version: '1',
    operations: registration,
  },
  {
    name: 'payee-verification',
    title: 'Verification of payee',
    description: 'Whether a name is that of the account’s holder, before a payment',
    version: '1',
    operations: payeeVerification,
  },
]

/** Every operation once, although the token call is in all three documents. */
export const operations: readonly Operation[] = [
  ...new Set(interfaceDocuments.flatMap(document => document.operations)),
]
