import { bankDay } from '#sandbox/people/today.ts'
import { runDuePayments } from '#sandbox/pis/due.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'

/** Does what the bank's clock makes due: lives go on to its day, payments execute, requests time out. */
export function advanceBank(sandbox: Sandbox): void {
  bankDay(sandbox)
  runDuePayments(sandbox)
}
