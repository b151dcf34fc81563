/** How a chain of the audit trail can be broken: a gap, details changed, wrong predecessor, event changed, end cut off. */
export const auditFaults = ['missing', 'digest', 'link', 'hash', 'head'] as const
export type AuditFault = (typeof auditFaults)[number]
