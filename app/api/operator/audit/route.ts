import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { listAudit } from '#lib/services/operator/audit-trail.ts'
import { AuditFilter } from '#lib/views/operator.ts'

export const GET = answerOperator(({ session, query }) => listAudit(session, readQuery(query, AuditFilter)))
