import type { BankCallView } from '#lib/views/banking.ts'

/** The outcome of a call to a bank, with words in the message files. */
export type CallOutcome = 'ok' | 'empty' | 'refused' | 'failed' | 'no_answer'

/** 2xx is a success, 204 an empty one, 4xx a refusal, 5xx a failure of the bank; without a status there was no answer. */
export function outcomeOf({ status }: Pick<BankCallView, 'status'>): CallOutcome {
  if (status === null) return 'no_answer'
  if (status === 204) return 'empty'
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}

/** `transactions.read` as a message key; keys can't contain a dot. */
export function operationKey(operation: string): string {
  return operation.replaceAll('.', '_')
}
