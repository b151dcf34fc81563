import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { checkAuditNow, readAuditCheck } from '#lib/services/operator/audit-trail.ts'

export const GET = answerOperator(async ({ session }) => (await readAuditCheck(session)) ?? {})
export const POST = guarded(
  'operator.audit_check',
  answerOperator(({ session }) => checkAuditNow(session)),
)
