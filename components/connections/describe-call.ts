import type { BankCallView } from '#lib/views/banking.ts'

/** What became of a call to a bank, as a noun a page has words for. */
export type CallOutcome = 'ok' | 'empty' | 'refused' | 'failed' | 'no_answer'

/** 2xx went well, 204 had nothing in it, 4xx is the bank's no, 5xx its fault; without a status nothing came back. */
export function outcomeOf({ status }: Pick<BankCallView, 'status'>): CallOutcome {
  if (status === null) return 'no_answer'
  if (status === 204) return 'empty'
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}

/** `transactions.read` as a message key; keys can't hold a point. */
export function operationKey(operation: string): string {
  return operation.replaceAll('.', '_')
}
