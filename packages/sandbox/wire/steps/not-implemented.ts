import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

/** 501 `NIMP`: the endpoint exists but is not available (bank:D24, bank:D25). */
export const isNotImplemented: Step = () => refuse('NIMP', 'This feature is not available')

/** 400: this version lacks the endpoint (document 1, errors; bank:D24). */
export const isNotImplementedAtAll: Step = () => refuse('FF01', 'This version has no such entry point')
