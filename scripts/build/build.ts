import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beginCommand, describeError, fail, runNode } from '#scripts/command.ts'
import { writeRoutes } from '#server/routes.ts'
import { compressStatic } from '#server/static-files.ts'

const inputs = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema',
  'package-lock.json',
  'next.config.js',
  'postcss.config.mjs',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'packages/api-reference',
  'packages/stet',
  'packages/values',
  'tsconfig.json',
  'server/routes.ts',
  'server/static-files.ts',
]
const stamp = '.next/guichet-build'

export type BuildOptions = {
  /** Aborts it. */
  readonly signal?: AbortSignal | undefined
}

/** `next build`, unless the existing build has the same sources. */
export async function buildApplication(report: (step: string) => void, { signal }: BuildOptions = {}): Promise<void> {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    report('Application was already built')
    return
  }
  report('Building the application (next build, up to a minute) …')
  await buildNext([], signal)
  writeRoutes()
  compressStatic()
  writeFileSync(stamp, wanted)
  report('Application built')
}

/** Of the folder in `args`, or here. */
export async function buildNext(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  await runNode('next build', ['node_modules/next/dist/bin/next', 'build', ...args], { env, signal })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const files = existsSync(input) && statSync(input).isDirectory() ? globSync(`${input}/**/*`).sort() : [input]
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file) || !existsSync(file) || !statSync(file).isFile()) continue
      hash.update(file).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  beginCommand(`npm run build

  Builds the application for npm start, unless this version is built already. Needs no variable, database or secret.`)
  await buildApplication(console.log).catch(error => fail(describeError(error)))
}
