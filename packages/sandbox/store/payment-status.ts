/** Statuses of a request (document 2, states; bank:D38). `PART`: some instructions executed, some not. */
export const paymentStatuses = ['PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Statuses of one instruction; null before the PSU's consent. */
export const instructionStatuses = ['PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC'] as const
export type InstructionStatus = (typeof instructionStatuses)[number]
