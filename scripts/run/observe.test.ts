import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { observerConfig, readObserverPorts, requirePrometheus } from './observe.ts'

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

test('its ports are 9090 and 4318 unless named, and an invalid one is refused by its name', () => {
  expect(readObserverPorts({})).toEqual({ prometheus: 9_090, collector: 4_318 })
  expect(readObserverPorts({ PROMETHEUS_PORT: '9091' })).toMatchObject({ prometheus: 9_091 })
  expect(() => readObserverPorts({ TRACES_PORT: '65536' })).toThrow('TRACES_PORT')
})
