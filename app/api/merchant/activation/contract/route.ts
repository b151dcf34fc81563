import { answerMember } from '#app/api/merchant/answer-member.ts'
import { acceptContract } from '#lib/services/merchant/contract.ts'
import { ContractInput } from '#lib/views/activation.ts'

export const POST = answerMember('activation.contract', ContractInput, ({ who, body }) => acceptContract(who, body))
