import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { checkAuditNow } from '#lib/services/operator/audit-trail.ts'

export const POST = guarded(
  'operator.audit_check',
  answerOperator(({ session }) => checkAuditNow(session)),
)
