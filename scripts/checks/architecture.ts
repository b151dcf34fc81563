import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Values and the words of the protocol, for everything of ours but the bank. */
const terms = ['packages/values', 'packages/stet/terms'] as const

/**
 * Who may import whom: left may import right, nothing else of ours. Paths are matched longest first, so a file inside a
 * named folder belongs to that folder. Tests may import anything.
 */
export const layers: Record<string, readonly string[]> = {
  app: [
    'lib/base',
    ...terms,
    'components',
    'lib/services',
    'lib/session',
    'lib/views',
    'lib/domain',
    'lib/clock',
    'packages/api-reference',
  ],
  components: [...terms, 'lib/views', 'lib/domain', 'lib/clock', 'packages/api-reference'],
  'lib/base': [
    'packages/values',
    'packages/stet',
    'lib/db',
    'lib/domain',
    'lib/vault',
    'lib/clock',
    'lib/log',
    'lib/trace',
    'lib/last-writes',
  ],
  'lib/services': [
    'lib/base',
    ...terms,
    'packages/stet',
    'lib/banks',
    'lib/vault',
    'lib/db',
    'lib/lease',
    'lib/wake',
    'lib/last-writes',
    'lib/mail',
    'lib/services/mail/words',
    'lib/views',
    'lib/files',
    'lib/domain',
    'lib/clock',
    'lib/log',
    'lib/env',
    'lib/trace',
    'lib/metrics',
  ],
  // The texts of mails are pure, and any service may queue a mail.
  'lib/services/mail/words': [...terms, 'lib/domain'],
  'lib/jobs': [
    'lib/base',
    'lib/services',
    'lib/wake',
    'lib/db',
    'lib/env',
    'lib/log',
    'lib/clock',
    'lib/trace',
    'lib/metrics',
  ],
  'lib/session': ['lib/base', ...terms, 'lib/db', 'lib/env', 'lib/domain', 'lib/clock', 'lib/services'],
  'lib/banks': [
    ...terms,
    'packages/stet',
    'lib/vault',
    'lib/env',
    'lib/db',
    'lib/log',
    'lib/clock',
    'lib/metrics',
    'lib/domain',
  ],
  'lib/db': ['lib/env', 'prisma/generated', 'lib/log', 'lib/last-writes'],
  'lib/lease': ['lib/db'],
  'lib/wake': ['lib/db'],
  'lib/vault': ['lib/env'],
  'lib/mail': ['lib/env'],
  'lib/log': ['lib/env', 'lib/trace', 'packages/values'],
  'lib/trace': [],
  'lib/metrics': [],
  'lib/env': [],
  'lib/clock': [],
  'lib/last-writes': [],
  'packages/stet/terms': ['packages/values'],
  'packages/stet': [...terms],
  'packages/values': [],
  'lib/views': [...terms, 'lib/domain', 'packages/api-reference'],
  'lib/files': [...terms, 'lib/views', 'lib/domain'],
  'lib/domain': [...terms],
  'packages/sandbox': [
    'packages/api-reference',
    'packages/local-tls',
    'packages/values/text/french-spaces',
    'packages/values/outcomes.json',
  ],
  'packages/api-reference': [],
  'packages/local-tls': [],
  // It knows the application and the bank only by what they show the world.
  tour: ['packages/local-tls', 'packages/values/text/french-spaces'],
  prisma: ['lib/db', 'lib/services', 'lib/env', 'prisma/generated'],
  'instrumentation.ts': ['instrumentation-node.ts'],
  'instrumentation-node.ts': [
    'lib/base',
    'lib/jobs',
    'lib/env',
    'lib/last-writes',
    'lib/log',
    'lib/domain',
    'lib/trace',
    'lib/metrics',
    'lib/services',
  ],
  server: [...terms, 'lib', 'packages/local-tls'],
  'scripts/command': [],
  'scripts/run': [
    ...terms,
    'packages/stet',
    'packages/sandbox',
    'packages/local-tls',
    'prisma',
    'lib',
    'tour',
    'server',
    'scripts/build',
    'scripts/command',
    'instrumentation-node.ts',
  ],
  'scripts/build': [...terms, 'packages/api-reference', 'lib/domain', 'lib/views', 'server', 'scripts/command'],
  'scripts/docs': [...terms, 'lib/env', 'lib/metrics', 'server'],
  'scripts/checks': [...terms, 'packages/sandbox', 'lib/views', 'scripts/build'],
  'scripts/release': ['scripts/build', 'scripts/checks', 'scripts/command'],
  docs: ['packages/stet', ...terms],
}

/** Everything outside the table (configuration, benches, e2e, testing) is unrestricted. */
export type Violation = { file: string; imports: string; why: string }

const sources = ['app', 'components', 'lib', 'prisma', 'server', 'scripts', 'docs', 'bench', 'packages', 'tour']

/** All TypeScript of the project, tests and generated code apart. */
export function sourceFiles(): string[] {
  const files = sources.flatMap(dir => globSync(`${dir}/**/*.{ts,tsx}`))
  return [...files, ...globSync('{instrumentation,instrumentation-node}.ts')]
    .map(file => file.replaceAll('\\', '/'))
    .filter(isSource)
    .sort()
}

function isSource(file: string): boolean {
  return !/\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('prisma/generated/')
}

/** A file's imports, resolved to paths of ours (`packages/values/money/minor.ts`) or left as package names. */
export function importsOf(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"]+)\1/gm
  return [...code.matchAll(pattern)].map(([, , specifier = '']) => resolveSpecifier(file, specifier))
}

/** The target of an import: a path of ours, or `package:` and its name. */
export function resolveSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('#root/')) return specifier.slice('#root/'.length)
  const inside = /^(?:#|@guichet\/)(stet|sandbox|values|local-tls|api-reference)\/(.+)/.exec(specifier)
  if (inside) return `packages/${inside[1]}/${inside[2]}`
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return `package:${specifier}`
}

/** The longest row of the table that contains a path. */
export function layerOf(path: string): string | null {
  const rows = Object.keys(layers).filter(
    row => path === row || path.startsWith(`${row}/`) || path === `${row}.ts` || path.startsWith(`${row}.`),
  )
  return rows.sort((one, other) => other.length - one.length)[0] ?? null
}

/** Every import that the table does not allow, and every one with `../`. */
export function findViolations(files: readonly { file: string; text: string }[]): Violation[] {
  return files.flatMap(({ file, text }) => [
    ...climbing(file, text),
    ...importsOf(file, text).flatMap(target => judge(file, target)),
  ])
}

function climbing(file: string, text: string): Violation[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.\.\/[^'"]*)['"]/g)].map(([, target = '']) => ({
    file,
    imports: target,
    why: 'imports climb by #folder/…, never by ../',
  }))
}

function judge(file: string, target: string): Violation[] {
  const from = layerOf(file)
  if (from === null) return []
  const complain = (why: string) => [{ file, imports: target, why }]
  // They run the soaks.
  if (target.startsWith('e2e/') && from === 'scripts/checks') return []
  if (/^(e2e|testing)\//.test(target)) return complain('only tests import e2e/ and testing/')
  if (target.startsWith('package:')) return judgePackage(file, from, target.slice('package:'.length)).flatMap(complain)
  const to = layerOf(target)
  if (to === from || to === null)
    return to === null && /^[a-z]+\//.test(target) && !existsOutside(target) ? complain('belongs to no layer') : []
  const allowed = layers[from] ?? []
  return allowed.some(row => target === row || target.startsWith(`${row}/`) || target === `${row}.ts`)
    ? []
    : complain(`${from} may not import ${to}`)
}

function existsOutside(target: string): boolean {
  return (
    target.startsWith('prisma/generated/') ||
    target.endsWith('.json') ||
    target.endsWith('.css') ||
    target.startsWith('bench/')
  )
}

const framework = /^(next|next-auth|next-intl|react|react-dom)(\/|$)/

function judgePackage(file: string, from: string, name: string): string[] {
  if (
    (from === 'lib/services' || from === 'packages/stet' || from === 'lib/domain' || from === 'lib/jobs') &&
    framework.test(name)
  )
    return [`${from} knows nothing of ${name}`]
  if (
    name.startsWith('@prisma/client') ||
    (name.startsWith('@prisma/') && from.startsWith('lib/') && from !== 'lib/db')
  )
    return from === 'lib/db' ? [] : ['only lib/db knows Prisma']
  if (name === 'undici' && file.startsWith('lib/') && from !== 'packages/stet')
    return ['only packages/stet talks to a bank']
  return []
}

/** Every file of ours that these lead to, themselves included. */
export function filesReachedFrom(
  starts: readonly string[],
  files: readonly { file: string; text: string }[],
): ReadonlySet<string> {
  const imported = new Map(files.map(({ file, text }) => [file, importsOf(file, text)]))
  const reached = new Set<string>()
  const waiting = [...starts]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next) || next.startsWith('package:')) continue
    reached.add(next)
    waiting.push(...(imported.get(next) ?? []))
  }
  return reached
}

export function readSources(): { file: string; text: string }[] {
  return sourceFiles().map(file => ({ file, text: readFileSync(file, 'utf8') }))
}

/** Folders whose subfolders must not import each other in a circle. */
export const rooms: readonly string[] = ['lib/domain', 'lib/services', 'packages/sandbox']

/**
 * Circles of imports, type-only ones included, among what `nodeOf` makes of a file: the file itself, or its folder (`folderIn`). Files
 * without a node are left out. Each circle is a sorted list of nodes.
 */
export function findCircles(
  files: readonly { file: string; text: string }[],
  nodeOf: (file: string) => string | null = file => file,
): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { file, text } of files) {
    const from = nodeOf(file)
    if (from === null) continue
    const targets = importsOf(file, text).flatMap(target => nodeOf(target) ?? [])
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets.filter(to => to !== from)]))
  }
  const reachable = new Map([...graph.keys()].map(from => [from, reachFrom(graph, from)]))
  const circles = [...graph.keys()].map(from =>
    [...(reachable.get(from) ?? [])].filter(to => reachable.get(to)?.has(from)).sort(),
  )
  return [...new Map(circles.filter(circle => circle.length > 0).map(circle => [circle.join(' '), circle])).values()]
}

/** The folder directly below `room` of a file, or the file's name if it is beside the folders. Test helpers (`test-….ts`) have none. */
export const folderIn =
  (room: string) =>
  (path: string): string | null => {
    if (!path.startsWith(`${room}/`) || posix.basename(path).startsWith('test-')) return null
    const rest = path.slice(room.length + 1)
    // The texts of mails are pure, and any service may queue a mail.
    return rest.startsWith('mail/words/') ? 'mail/words' : (rest.split('/')[0] ?? null)
  }

function reachFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const to of graph.get(next) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

/** Whether a file repeats its folder's name, in singular or plural: `payments/payment-read.ts`. A hook's file has the hook's name. */
export function repeatsFolder(file: string): boolean {
  const singular = (word: string) => word.replace(/s$/, '')
  const folder = singular(posix.basename(posix.dirname(file)))
  const [stem = ''] = posix.basename(file).split('.')
  return !stem.startsWith('use-') && stem.split('-').some(word => singular(word) === folder)
}
