import { accountInformation } from './interfaces/account-information.ts'
import { paymentInitiation } from './interfaces/payment-initiation.ts'
import { registration } from './interfaces/registration.ts'
import type { Operation } from './operation.ts'

/** One of the three interfaces of the bank. */
export type InterfaceDocument = {
  readonly name: 'account-information' | 'payment-initiation' | 'registration'
  readonly title: string
  readonly description: string
  readonly version: string
  readonly operations: readonly Operation[]
}

/** The three documents, in their order. */
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
]

/** Every operation once, although the token call is in all three documents. */
export const operations: readonly Operation[] = [
  ...new Set(interfaceDocuments.flatMap(document => document.operations)),
]
