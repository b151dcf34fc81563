import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeError, fail } from '#scripts/command.ts'
import {
  ageOf,
  type Dependency,
  dateChangelog,
  findChangelogFault,
  isNewer,
  newDependencies,
  setVersion,
  waitDays,
} from './checks.ts'
import { noticesOf } from './notices.ts'
import { makePackage, packageNames } from './packages.ts'

const shell = process.platform === 'win32'
const sumsFile = 'SHA256SUMS'
const usualFolder = '.data/release'
const usage = `npm run release -- [VERSION] [--write] [--offline] [--out DIR]

Checks a release and makes its files in DIR (${usualFolder}): the packages, the source, the bill of materials (CycloneDX), the licences of
what we use, and the SHA-256 of each. Without --write nothing else changes.

  VERSION    of the release; without it, the one in package.json
  --write    sets version and date, commits and tags them. Publishes nothing
  --offline  releases although the registry was not asked for signatures and ages`

const { values, positionals } = readArguments()
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const isDirty = git('status', '--porcelain') !== ''
if (isDirty) fail('✖ There are changes that are not committed. A release is made of what is: commit or stash them.')

const out = resolve(values.out)
const isOurs = values.out === usualFolder || existsSync(join(out, sumsFile))
const isForeign = !isOurs && existsSync(out) && readdirSync(out).length > 0
if (isForeign) fail(`✖ --out is ${out}, which holds other files. Give a new folder, or one of an earlier release.`)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const version: string = positionals[0] ?? manifest.version
const lastTag = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0] || null
const faults: string[] = []
const unasked: string[] = []

check(
  `Version ${version}${lastTag ? `, after ${lastTag}` : ', the first'}`,
  isNewer(version, lastTag?.slice(1) ?? null) ? null : 'give a larger one of this form: 0.2.0',
)
check('Changelog', findChangelogFault(readFileSync('CHANGELOG.md', 'utf8'), version))
if (values.offline) unasked.push('signatures and ages of the dependencies (--offline)')
else {
  checkSignatures()
  checkAges()
}
if (faults.length > 0) fail(`\n✖ Nothing was released:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
if (values.write && unasked.length > 0 && !values.offline)
  fail(`\n✖ Nothing was released. The registry did not tell: ${unasked.join('; ')}. Try again, or give --offline.`)

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
try {
  for (const name of packageNames) await makePackage(name, out, version)
  if (values.write) writeVersion()
  git('archive', `--prefix=guichet-${version}/`, '--output', join(out, `guichet-${version}.tar.gz`), 'HEAD')
  writeFileSync(join(out, `guichet-${version}.cdx.json`), describeMaterials())
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES'), noticesOf(installedForProduction()))
} catch (error) {
  fail(`✖ The release was not finished: ${describeError(error)}`)
}
const sumOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(out, file)))
    .digest('hex')
const made = readdirSync(out).sort()
const sums = made.map(file => `${sumOf(file)}  ${file}\n`)
writeFileSync(join(out, sumsFile), sums.join(''))
console.log(`\n${sums.join('')}\nIn ${out}`)
for (const what of unasked) console.log(`– Not checked: ${what}`)
console.log(
  values.write
    ? `Committed and tagged as v${version}. Push it, then publish the packages: npm publish <tarball> --provenance`
    : 'Nothing else was changed: --write sets version and date, commits and tags.',
)

/** The bill of materials, for every system. npm calls the root by its folder. */
function describeMaterials(): string {
  const wanted = ['--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const options = { encoding: 'utf8', shell, maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' } as const
  const materials = JSON.parse(execFileSync('npm', ['sbom', ...wanted], options))
  Object.assign(materials.metadata.component, { name: manifest.name, version })
  return `${JSON.stringify(materials, null, 2)}\n`
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        offline: { type: 'boolean', default: false },
        out: { type: 'string', default: usualFolder },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return fail(`✖ ${describeError(error)}\n\n${usage}`)
  }
}

function check(what: string, fault: string | null): void {
  console.log(`${fault === null ? '✔' : '✖'} ${what}${fault === null ? '' : `: ${fault}`}`)
  if (fault !== null) faults.push(`${what}: ${fault}`)
}

/** Whether what is installed is what its publishers signed. */
function checkSignatures(): void {
  const options = { encoding: 'utf8', shell, timeout: 300_000 } as const
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures'], options)
  if (status === 0) check(`Signatures: ${stdout.trim().replace(/\n+/g, ', ')}`, null)
  else if (/invalid|missing/i.test(stdout)) check('Signatures', stdout.trim())
  else {
    const reason = /reason: (.*)/.exec(stderr)?.[1] ?? 'it gave none'
    console.log(`– Signatures: the registry did not answer (${reason})`)
    unasked.push('signatures of the dependencies')
  }
}

/** Whether every dependency that is new has been out for a week. */
function checkAges(): void {
  const { dependencies, devDependencies } = manifest
  const last = lastTag === null ? null : JSON.parse(git('show', `${lastTag}:package-lock.json`))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const asked = newDependencies(lock, last, Object.keys({ ...dependencies, ...devDependencies }))
  const ages = asked.map(one => ({ ...one, age: ageOf(publishedAt(one), new Date()) }))
  const tooNew = ages.flatMap(({ name, version: at, age }) =>
    age.kind === 'too_new' ? [`${name} ${at} was published on ${age.day}`] : [],
  )
  const unknown = ages.filter(({ age }) => age.kind === 'unknown').map(({ name, version: at }) => `${name} ${at}`)
  check(`${asked.length} new dependencies, out for ${waitDays} days`, tooNew.length > 0 ? tooNew.join(', ') : null)
  if (unknown.length === 0) return
  console.log(`– Ages: the registry did not tell those of ${unknown.join(', ')}`)
  unasked.push(`the ages of ${unknown.length} dependencies`)
}

function publishedAt({ name, version: at }: Dependency): string | null {
  const { status, stdout } = spawnSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8', shell })
  if (status !== 0) return null
  const times: Readonly<Record<string, string>> = JSON.parse(stdout || '{}')
  return times[at] ?? null
}

/** Our version and the day, as a commit with a tag. */
function writeVersion(): void {
  const day = new Date().toISOString().slice(0, 10)
  const change = (file: string, edit: (text: string) => string) => writeFileSync(file, edit(readFileSync(file, 'utf8')))
  for (const file of ['package.json', 'package-lock.json']) change(file, text => setVersion(text, version))
  change('CHANGELOG.md', text => dateChangelog(text, version, day))
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Guichet ${version}`)
}

/** Folders of the packages that run in production. Those for other systems are not there. */
function installedForProduction(): readonly string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries<{ readonly dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(path, 'package.json')))
    .map(([path]) => path)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
