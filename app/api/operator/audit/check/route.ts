import { answerOperator } from '#app/answer.ts'
import { checkAuditNow } from '#lib/services/operator/audit-trail.ts'

export const POST = answerOperator('operator.audit_check', ({ who }) => checkAuditNow(who))
