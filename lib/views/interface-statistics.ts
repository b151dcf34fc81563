import { z } from 'zod'

/** (EU) 2018/389, art. 32(4); milliseconds. */

const Day = z.object({
  day: z.iso.date(),
  calls: z.int(),
  errors: z.int(),
  uptime: z.number(),
  downtime: z.number(),
  errorRate: z.number(),
  aisMs: z.number().nullable(),
  pisMs: z.number().nullable(),
})

export const InterfaceStatistics = z.object({
  quarter: z.string(),
  measuredBy: z.literal('our calls'),
  madeAt: z.iso.datetime(),
  banks: z.array(z.object({ code: z.string(), name: z.string(), days: z.array(Day) })),
})
export type InterfaceStatistics = z.infer<typeof InterfaceStatistics>

export const StatisticsQuery = z.object({
  quarter: z.string().regex(/^20\d\d-Q[1-4]$/),
  format: z.enum(['csv', 'json']).default('json'),
})
