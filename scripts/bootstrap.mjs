// The first thing every npm script runs, on whatever Node started npm (20 or later): it installs what is missing, then
// hands over to Node 24, which is one of the dependencies and runs TypeScript as it is.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execChild } from './exec-child.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const [command, ...args] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `Guichet needs Node 20 or later to start; this is ${process.version}. Install a current Node from nodejs.org.`,
  )
  process.exit(1)
}
installDependencies()
// Whatever is started from here, by name too, runs on the Node that was installed.
process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const node = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
run(node, ['scripts/build/prisma-generate.mjs'])
// The client of the API is made from its description, for whatever imports it.
if (['test', 'soak', 'pack', 'release', 'example-shop', 'listen', 'trigger'].includes(command))
  run(node, ['--conditions=react-server', 'scripts/build/make-client.ts'])
// The bank alone keeps its young garbage small: 190 MB with a thousand people in it instead of 350.
const flags = command === 'sandbox' ? ['--max-semi-space-size=8'] : []
// What checks and measures makes hundreds of folders for a moment: they stand in one, which goes with it.
const temporary = ['test', 'soak', 'bench'].includes(command) ? mkdtempSync(join(tmpdir(), 'guichet-')) : null
// Every process after the first finds its modules compiled: half the time to start, for dozens of them in a run of the tests.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env }
const program = ['run', 'build', 'release', 'checks']
  .map(folder => `scripts/${folder}/${command}.ts`)
  .find(file => existsSync(file))
if (program === undefined) throw new Error(`scripts/ has no ${command}.ts`)
execChild(node, ['--conditions=react-server', '--disable-warning=ExperimentalWarning', ...flags, program, ...args], {
  env: temporary ? { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary } : env,
  onEnd: () => {
    if (temporary) rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  },
})

/**
 * Installs when there are no packages yet, or others than package-lock.json wants. `npm install` and not `npm ci`: a lock
 * written where the registry has no builds for other systems lacks those, and `npm ci` then refuses on every system. The
 * versions are the lock's all the same, and the file is put back as it was.
 */
function installDependencies() {
  const stamp = join('node_modules', '.guichet-lock')
  const lock = readFileSync('package-lock.json')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (hasInstalled(lock)) return writeFileSync(stamp, wanted)
  console.log('▸ Installing the dependencies of package-lock.json (about a minute) …')
  const win = process.platform === 'win32'
  run('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { shell: win })
  writeFileSync('package-lock.json', lock)
  writeFileSync(stamp, wanted)
}

/** Whether somebody's `npm ci` did it: npm notes what it installed. Packages for other systems are optional and may be missing. */
function hasInstalled(lock) {
  const note = join('node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const [{ packages: installed }, { packages: wanted }] = [readFileSync(note, 'utf8'), lock].map(text =>
    JSON.parse(text),
  )
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    path in installed ? installed[path].version === version : path === '' || optional,
  )
}

function run(file, list, options = {}) {
  const done = spawnSync(file, list, {
    stdio: 'inherit',
    // Prisma's installer looks for a native engine to download unless it is given one; nothing here uses it.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_SKIP_POSTINSTALL_GENERATE: '1' },
    ...options,
  })
  if (done.status === 0) return
  console.error(
    `✖ ${file} ${list.join(' ')} failed${done.error ? `: ${done.error.message}` : ''}. Nothing was started.`,
  )
  process.exit(done.status ?? 1)
}
