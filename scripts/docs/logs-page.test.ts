import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createLog } from '#lib/log.ts'
import { LogLine, listMessages } from './logs-page.ts'

test('every message has a level and names its members', () => {
  expect(listMessages().length).toBeGreaterThan(15)
  expect(listMessages().filter(({ levels, members }) => levels.length === 0 || members.length === 0)).toEqual([])
})

test('a line of the log has the documented form, with an error and its cause too', () => {
  const lines: string[] = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  log.info({ bank: '19870' }, 'bank call')
  log.error(
    { err: new Error('lost', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }) },
    'request failed',
  )
  log.fatal(new Error('alone'))
  expect(lines.map(line => LogLine.safeParse(JSON.parse(line)).success)).toEqual([true, true, true])
})

test('the example that ships logs reads all processes and keeps lines that are no JSON', () => {
  const example = z.object({
    sources: z.object({ guichet: z.object({ type: z.string(), include_units: z.array(z.string()) }) }),
    transforms: z.object({ parsed: z.object({ inputs: z.tuple([z.literal('guichet')]), source: z.string() }) }),
    sinks: z.record(z.string(), z.looseObject({ inputs: z.tuple([z.literal('parsed')]) })),
  })
  const { sources, transforms } = example.parse(parse(readFileSync('examples/production/vector.yaml', 'utf8')))
  expect(sources.guichet.include_units).toHaveLength(4)
  expect(sources.guichet.include_units.filter(name => !/^guichet(-worker)?@\d+\.service$/.test(name))).toEqual([])
  expect(transforms.parsed.source).toContain('parse_json')
})
