import { z } from 'zod'
import type { DayStatistics } from '#lib/domain/bank/interface-statistics.ts'

/** (EU) 2018/389, art. 32(4); milliseconds. */

export type InterfaceStatistics = {
  quarter: string
  measuredBy: 'our calls'
  madeAt: string
  banks: { code: string; name: string; days: DayStatistics[] }[]
}

export const StatisticsQuery = z.object({
  quarter: z.string().regex(/^20\d\d-Q[1-4]$/),
  format: z.enum(['csv', 'json']).default('json'),
})
