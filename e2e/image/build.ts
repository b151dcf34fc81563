import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { dockerfile, type Instruction, readContext, readStages } from '#scripts/dockerfile.ts'

/**
 * Builds the image of examples/production/Dockerfile without Docker: its own instructions, one by one, in folders that are the root of
 * an empty Debian. An instruction that is not known here fails.
 */

/** Whom the image of Node has. */
const nodeUser = { name: 'node', id: 1000 }

export type Image = {
  readonly root: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly command: readonly string[]
  readonly entrypoint: readonly string[]
  readonly health: readonly string[]
}

type Stage = { -readonly [Key in keyof Image]: Image[Key] }

/** What is missing on this machine; null if nothing is. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Run it as root: a Debian is made.'
  const missing = ['debootstrap', 'bwrap'].filter(name => spawnSync(name, ['--version']).error)
  return missing.length === 0 ? null : `There is no ${missing.join(' and no ')}. apt-get install debootstrap bubblewrap`
}

/** Runs every stage below `folder`; returns the last one. */
export function buildImage(folder: string, tell: (step: string) => void): Image {
  const base = join(folder, 'base')
  makeBase(base, tell)
  const stages = new Map<string, Stage>()
  let last: Stage | null = null
  for (const [at, instructions] of readStages(readFileSync(dockerfile, 'utf8')).entries()) {
    const root = join(folder, `stage-${at}`)
    run('cp', ['-a', base, root])
    last = { root, folder: '/', env: {}, user: 'root', command: [], entrypoint: [], health: [] }
    for (const instruction of instructions) {
      tell(`${instruction.name} ${instruction.value.slice(0, 100)}`)
      follow(last, instruction, stages)
    }
  }
  if (last === null) throw new Error(`${dockerfile} has no stage`)
  return last
}

function follow(stage: Stage, { name, value }: Instruction, stages: Map<string, Stage>): void {
  if (name === 'FROM') {
    const [, image = '', title] = /^(\S+)(?: AS (\S+))?$/.exec(value) ?? []
    if (!/^node:24-bookworm-slim$/.test(image))
      throw new Error(`FROM ${image}: only node:24-bookworm-slim can be made here`)
    if (title) stages.set(title, stage)
  } else if (name === 'WORKDIR') {
    stage.folder = value
    mkdirSync(join(stage.root, value), { recursive: true })
  } else if (name === 'ENV') {
    stage.env = { ...stage.env, ...Object.fromEntries(value.split(/\s+/).map(pair => pair.split('=', 2))) }
  } else if (name === 'COPY') copy(stage, value, stages)
  else if (name === 'RUN') run('bwrap', [...insideOf(stage, { isWritable: true }), 'sh', '-c', value])
  else if (name === 'USER') stage.user = value
  else if (name === 'ENTRYPOINT') stage.entrypoint = readWords(value)
  else if (name === 'CMD') stage.command = readWords(value)
  else if (name === 'HEALTHCHECK') stage.health = readWords(value.slice(value.indexOf('CMD ') + 4))
  else if (name === 'STOPSIGNAL' && value !== 'SIGTERM')
    throw new Error(`STOPSIGNAL ${value}: only SIGTERM is sent here`)
  else if (name !== 'EXPOSE' && name !== 'STOPSIGNAL') throw new Error(`${name} is not known here`)
}

const readWords = (value: string) => JSON.parse(value) as readonly string[]

/** From this folder, without what the file beside the Dockerfile leaves out, or from a stage. */
function copy(stage: Stage, value: string, stages: ReadonlyMap<string, Stage>): void {
  const [, from, ...paths] = /^(?:--from=(\S+) )?(\S+)(?: (\S+))?(?: (\S+))? (\S+)$/.exec(value) ?? []
  const [to = '.', ...sources] = paths.filter(path => path !== undefined).reverse()
  const target = join(stage.root, resolve(stage.folder, to))
  const origin = from === undefined ? null : stages.get(from)
  if (origin === undefined) throw new Error(`COPY ${value}: there is no stage ${from}`)
  const isInContext = readContext()
  for (const source of sources) {
    if (origin) run('cp', ['-a', `${join(origin.root, source)}/.`, mkdir(target)])
    else
      cpSync(source, source === '.' ? target : join(target, source), {
        recursive: true,
        verbatimSymlinks: true,
        filter: path => relative('.', path) === '' || isInContext(relative('.', path)),
      })
  }
}

function mkdir(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

/** An empty Debian 12 with what the image of Node adds: Node, npm and a user. */
function makeBase(root: string, tell: (step: string) => void): void {
  tell('an empty Debian, with Node')
  const wanted = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Codename: bookworm']
  const [mirror] = run('apt-get', wanted).split('\n').filter(Boolean)
  run('debootstrap', ['--variant=minbase', 'bookworm', root, ...(mirror ? [mirror] : [])])
  const [bin, modules] = [join(root, 'usr/local/bin'), mkdir(join(root, 'usr/local/lib/node_modules'))]
  cpSync(realpathSync(process.execPath), join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  const npm = dirname(dirname(realpathSync(run('sh', ['-c', 'command -v npm']).trim())))
  cpSync(npm, join(modules, 'npm'), { recursive: true, dereference: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
  // Places for this machine's own.
  for (const name of ['hosts', 'resolv.conf']) writeFileSync(join(root, 'etc', name), '')
  const id = String(nodeUser.id)
  run('chroot', [root, 'useradd', '--create-home', '--user-group', '--uid', id, nodeUser.name])
}

type Inside = {
  /** While it is built; an image that runs is read-only but for /tmp. */
  readonly isWritable?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Folders of this machine that it can read, by their place inside. */
  readonly volumes?: Readonly<Record<string, string>>
  /** The same, which it can write to as well. */
  readonly writable?: Readonly<Record<string, string>>
}

/** Arguments of bwrap for a command inside: with the network of this machine, and nothing else of it. */
export function insideOf(
  { root, folder, env: own, user }: Image,
  { isWritable = false, env = {}, volumes = {}, writable = {} }: Inside,
): readonly string[] {
  const registry = readRegistry()
  // As Docker does before it starts a container, whose own file system may be read-only.
  for (const path of Object.keys({ ...volumes, ...writable })) mkdir(join(root, path))
  const variables = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: '/tmp',
    ...own,
    ...env,
    ...(isWritable ? registry.env : {}),
  }
  return [
    ...[
      '--unshare-ipc',
      '--unshare-pid',
      '--unshare-uts',
      '--die-with-parent',
      '--clearenv',
      isWritable ? '--bind' : '--ro-bind',
      root,
      '/',
    ],
    ...['--dev', '/dev', '--proc', '/proc', '--perms', '1777', '--tmpfs', '/tmp', '--chdir', folder],
    ...['--ro-bind', realpathSync('/etc/resolv.conf'), '/etc/resolv.conf', '--ro-bind', '/etc/hosts', '/etc/hosts'],
    ...(isWritable ? registry.files : []).flatMap(file => ['--ro-bind', file, '/tmp/registry-ca.pem']),
    ...Object.entries(volumes).flatMap(([place, source]) => ['--ro-bind', source, place]),
    ...Object.entries(writable).flatMap(([place, source]) => ['--bind', source, place]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    // As in compose.yaml: no capability, and none to gain.
    ...(user === 'root'
      ? []
      : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--bounding-set=-all', '--no-new-privs']),
  ]
}

/** How npm reaches its registry from this machine, and whose authority it trusts, for the steps of a build. */
function readRegistry() {
  const { NODE_EXTRA_CA_CERTS: authority } = process.env
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  const own = [
    ['npm_config_registry', run('npm', ['config', 'get', 'registry']).trim()],
    ...(authority ? [['NODE_EXTRA_CA_CERTS', '/tmp/registry-ca.pem']] : []),
  ]
  const env: Readonly<Record<string, string>> = Object.fromEntries([...proxies, ...own])
  return { env, files: authority ? [realpathSync(authority)] : [] }
}

function run(program: string, options: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0)
    throw new Error(
      `${program} ${options.at(-1)}: ${error?.message ?? `${stdout.slice(-2_000)}${stderr.slice(-2_000)}`}`,
    )
  return stdout
}
