import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { Env } from '#lib/env.ts'
import { writeEnvExample } from './env-example.ts'

test('.env.example has each variable once, described, and its defaults are valid', () => {
  const text = writeEnvExample()
  for (const name of Env.keyof().options)
    expect(text.match(new RegExp(`^# [A-Z].{10,}\\n(# )?${name}=`, 'gm')), name).toHaveLength(1)
  const defaults = parseEnv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  for (const name of Env.keyof().options)
    if (defaults[name]) expect(Env.shape[name].safeParse(defaults[name]).success, name).toBe(true)
})
