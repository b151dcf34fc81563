import { z } from 'zod'

/** (EU) 2018/389, art. 32(4); milliseconds. */

type Day = {
  day: string
  calls: number
  errors: number
  uptime: number
  downtime: number
  errorRate: number
  aisMs: number | null
  pisMs: number | null
}

export type InterfaceStatistics = {
  quarter: string
  measuredBy: 'our calls'
  madeAt: string
  banks: { code: string; name: string; days: Day[] }[]
}

export const StatisticsQuery = z.object({
  quarter: z.string().regex(/^20\d\d-Q[1-4]$/),
  format: z.enum(['csv', 'json']).default('json'),
})
