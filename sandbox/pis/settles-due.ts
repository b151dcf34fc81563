import type { Step } from '#sandbox/wire/exchange.ts'
import { runDuePayments } from './due.ts'

/** What is due on the bank's clock is done before a call looks: nobody sees a deferred payment late. */
export const settlesDue: Step = ({ sandbox }) => runDuePayments(sandbox)
