import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { observerConfig, readObserverPort, requirePrometheus } from './observe.ts'

const path = process.env.PATH
afterEach(() => {
  process.env.PATH = path
})

test('watches the application on this machine, with rules that exist', () => {
  const target = z.object({ targets: z.tuple([z.literal('127.0.0.1:4000')]) })
  const job = z.object({ job_name: z.literal('guichet'), static_configs: z.tuple([target]) })
  const config = z.object({ rule_files: z.tuple([z.string()]), scrape_configs: z.tuple([job]) })
  const { rule_files } = config.parse(parse(observerConfig(4_000)))
  expect(rule_files.filter(file => !existsSync(file))).toEqual([])
})

test('without Prometheus the command that installs it is named', () => {
  process.env.PATH = '/nowhere'
  expect(() => requirePrometheus()).toThrow('apt-get install prometheus')
})

test('a port is a port', () => {
  expect(readObserverPort('9091')).toBe(9_091)
  for (const wrong of ['', '0', '65536', 'x']) expect(() => readObserverPort(wrong)).toThrow('PROMETHEUS_PORT')
})
