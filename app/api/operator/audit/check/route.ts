import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { checkAuditNow, readAuditCheck } from '#lib/services/operator/audit-trail.ts'

export const GET = answerOperator(async ({ session }) => (await readAuditCheck(session)) ?? {})
export const POST = answerOperator(({ session }) => checkAuditNow(session))
