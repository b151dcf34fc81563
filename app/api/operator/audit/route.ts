import { answerOperator, readQuery } from '#app/api/operator/answer-operator.ts'
import { AuditFilter } from '#lib/domain/operator-view.ts'
import { listAudit } from '#lib/services/operator/audit-trail.ts'

export const GET = answerOperator(({ session, query }) => listAudit(session, readQuery(query, AuditFilter)))
