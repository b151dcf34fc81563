import { answerMember } from '#app/api/merchant/answer-member.ts'
import { BookAccountsInput, changeBookAccounts } from '#lib/services/payments/book-accounts.ts'

/** Changes the numbers of the accounts that exports name. */
export const PUT = answerMember('books.accounts', BookAccountsInput, ({ who, body }) => changeBookAccounts(who, body))
