import { bankDay } from '#sandbox/people/today.ts'
import { runDuePayments } from '#sandbox/pis/due.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'

/** Applies what is due by the bank's clock: lives continue to its day, payments execute, requests time out. */
export function advanceBank(sandbox: Sandbox): void {
  bankDay(sandbox)
  runDuePayments(sandbox)
}
