/** ISO 8601. */
export type QuotaView = {
  used: number
  /** One is a reserve. */
  limit: number
  left: number
  /** 429, TMRQ. */
  pausedUntil: string | null
  /** Null: can't be asked. */
  nextAt: string | null
  /** For display. */
  nextIs: 'now' | 'today' | 'tomorrow' | 'later' | null
}
