/** ISO 8601. */
export type BankHealthView = {
  code: string
  name: string
  /** `down`: breaker open; `probing`: one call tests it. */
  state: 'up' | 'down' | 'probing'
  downSince: string | null
  /** Except emergency access. */
  retryAt: string | null
  failedProbes: number
  /** Scheduled ones, as its answers allow. */
  refreshesAtOnce: number
  /** Of the call that opened the breaker. */
  reason: string | null
  fallback: {
    /** By the operator. */
    allowed: boolean
    offered: boolean
    because: 'interface_is_up' | 'not_down_long_enough' | 'switched_off' | null
  }
}
