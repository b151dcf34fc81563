/** Missing event, changed details, wrong predecessor, changed event, truncated end. */
export const auditFaults = ['missing', 'digest', 'link', 'hash', 'head'] as const
export type AuditFault = (typeof auditFaults)[number]
