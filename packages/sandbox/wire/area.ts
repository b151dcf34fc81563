/** The part of the interface a path belongs to; each has its own form of error (bank:D1, bank:D2, bank:D4). */
export type Area = 'data' | 'oauth' | 'registration' | 'vop'

/** The area of a path. */
export function areaOf(path: string): Area {
  if (path.startsWith('/stet/psd2/oauth/')) return 'oauth'
  if (path.startsWith('/vop/')) return 'vop'
  return path.startsWith('/stet/setting/') ? 'registration' : 'data'
}

/** Whether a path is one of payment initiation, whose errors have members of their own (bank:D1). */
export function isPaymentPath(path: string): boolean {
  return /^\/stet\/psd2\/v[0-9.]+\/payment-requests(\/|$)/.test(path)
}
