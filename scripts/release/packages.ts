import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative, resolve } from 'node:path'
import { type RolldownOutput, rolldown } from 'rolldown'
import { importsOf } from '#scripts/checks/architecture.ts'
import { noticesOf, packageOf } from './notices.ts'

/**
 * The packages one installs, each made from its folder in `packages/` (package.json, README.md) and from sources of ours: one ES module
 * with its declarations, and never a source file.
 */

type Recipe = {
  readonly folder: string
  /** Modules of `dist` and their sources; `index` is the one that is imported by the package's name. */
  readonly modules: { readonly index: string; readonly [name: string]: string }
  /** Other packages are put into the modules, with their licences beside them, and not left to be installed. */
  readonly isWhole: boolean
  /** Names of files within the package. */
  readonly imports?: Readonly<Record<string, string>>
  /** Files to copy, and where to. */
  readonly files: Readonly<Record<string, string>>
}

export const recipes = {
  'guichet-client': {
    folder: 'packages/client',
    modules: { index: 'packages/client/index.ts', command: 'packages/client/command.ts' },
    isWhole: false,
    files: { 'packages/client/bin.js': 'bin.js' },
  },
  'medusa-payment-guichet': {
    folder: 'packages/medusa',
    modules: { index: 'packages/medusa/index.ts' },
    isWhole: false,
    files: {},
  },
  '@guichet/stet': {
    folder: 'packages/stet',
    modules: { index: 'packages/stet/public.ts' },
    isWhole: false,
    files: {},
  },
  '@guichet/sandbox': {
    folder: 'packages/sandbox',
    modules: { index: 'packages/sandbox/open-bank.ts', command: 'packages/sandbox/command.ts' },
    isWhole: true,
    imports: { '#reference.css': './dist/assets/reference.css' },
    files: {
      'packages/sandbox/bin.js': 'bin.js',
      'packages/sandbox/desk/assets/desk.css': 'dist/assets/desk.css',
      'packages/sandbox/desk/assets/desk.js': 'dist/assets/desk.js',
      'docs/interface/1-account-information.md': 'documents/1-account-information.md',
      'docs/interface/2-payment-initiation.md': 'documents/2-payment-initiation.md',
      'docs/interface/3-registration.md': 'documents/3-registration.md',
      'docs/interface/decisions.md': 'documents/decisions.md',
      'packages/sandbox/examples/client.php': 'examples/client.php',
      'packages/sandbox/examples/client.py': 'examples/client.py',
      'packages/sandbox/html/assets/screens.css': 'dist/assets/screens.css',
      'packages/sandbox/html/assets/screens.js': 'dist/assets/screens.js',
      'packages/api-reference/reference.css': 'dist/assets/reference.css',
    },
  },
} as const satisfies Record<string, Recipe>
export type PackageName = keyof typeof recipes
export const packageNames = Object.keys(recipes) as readonly PackageName[]

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const ours: { readonly version: string } = readJson('package.json')
/** Of everything that a package of ours depends on. */
const versions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...globSync('packages/*/package.json').map(file => readJson(file).dependencies),
)

/** Below the data folder, as everything that is made here. */
export const packagesFolder = () => resolve(process.env.GUICHET_DATA ?? '.data', 'packages')

/** Makes a package and returns the path of its tarball in `out`. Throws with what the tools said. */
export async function makePackage(name: PackageName, out: string, version = ours.version): Promise<string> {
  const recipe: Recipe = recipes[name]
  const stage = join(packagesFolder(), basename(recipe.folder))
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(join(stage, 'dist'), { recursive: true })
  mkdirSync(out, { recursive: true })

  const { output } = await bundle(recipe)
  for (const file of output) if (file.type === 'chunk') writeFileSync(join(stage, 'dist', file.fileName), file.code)
  for (const [file, text] of declarations(recipe.modules.index, stage)) write(join(stage, 'dist', file), text)
  for (const [from, to] of Object.entries(recipe.files)) copy(from, join(stage, to))
  for (const file of ['LICENSE', 'NOTICE']) copy(file, join(stage, file))
  copy(join(recipe.folder, 'README.md'), join(stage, 'README.md'))
  const { private: _, devDependencies: __, ...rest } = readJson(join(recipe.folder, 'package.json'))
  const dependencies = dependenciesOf(output, rest.peerDependencies ?? {}, version)
  const manifest = {
    ...rest,
    version,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    imports: recipe.imports,
    dependencies: Object.keys(dependencies).length > 0 ? dependencies : undefined,
  }
  write(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (recipe.isWhole) write(join(stage, 'THIRD-PARTY-NOTICES'), noticesOf(bundledPackages(output)))
  run('npm', ['pack', stage, '--pack-destination', out, '--ignore-scripts', '--silent'])
  return join(out, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
}

async function bundle({ modules, isWhole }: Recipe): Promise<RolldownOutput> {
  const made = await rolldown({
    input: { ...modules },
    platform: 'node',
    external: id => id.startsWith('node:') || (!isWhole && /^[@a-z]/.test(id) && !id.startsWith('@guichet/')),
    onLog(level, log) {
      if (level === 'warn') throw new Error(`${log.code}: ${log.message}`)
    },
  })
  return await made.generate({ format: 'esm', chunkFileNames: '[name]-[hash].js' })
}

/** What the modules import from elsewhere, in the versions we use. A package of ours is needed in the version that is made with it. */
function dependenciesOf(
  output: RolldownOutput['output'],
  peers: Readonly<Record<string, string>>,
  ownVersion: string,
): Record<string, string> {
  const imported = output.flatMap(file => (file.type === 'chunk' ? file.imports : []))
  const names = imported
    .filter(name => /^[@a-z]/.test(name) && !name.startsWith('node:') && !name.endsWith('.js'))
    .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  const rangeOf = (name: string) => {
    if (packageNames.some(own => own === name)) return ownVersion
    const version = versions[name]
    if (version === undefined) throw new Error(`${name} is no dependency of ours: its version is not known`)
    return `^${version}`
  }
  const installed = [...new Set(names)].filter(name => peers[name] === undefined)
  return Object.fromEntries(installed.sort().map(name => [name, rangeOf(name)]))
}

function bundledPackages(output: RolldownOutput['output']): readonly string[] {
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  return [...new Set(modules.flatMap(id => packageOf(id) ?? []))]
}

/**
 * The declarations that the entry leads to, by their path in `dist`. The compiler keeps our import paths (`#lib/…`, `.ts`), which mean
 * nothing outside; they become relative ones.
 */
function declarations(entry: string, stage: string): ReadonlyMap<string, string> {
  const raw = `${stage}-types`
  rmSync(raw, { recursive: true, force: true })
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: resolve('.'),
      outDir: raw,
      types: ['node'],
      // The data folder may be anywhere.
      typeRoots: [resolve('node_modules/@types')],
      // Through node_modules it would be taken for somebody else's, which has no declarations to make.
      paths: {
        '@guichet/*': [resolve('packages/*')],
        '@medusajs/framework/*': [resolve('packages/medusa/framework.ts')],
      },
    },
    include: [],
    files: [resolve(entry)],
  }
  write(join(raw, 'tsconfig.json'), JSON.stringify(config))
  run('node_modules/.bin/tsc', ['-p', join(raw, 'tsconfig.json')])
  const made = new Map<string, string>()
  const waiting = [entry]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const target = declarationPath(source, entry)
    if (made.has(target)) continue
    const text = readFileSync(join(raw, source.replace(/\.ts$/, '.d.ts')), 'utf8')
    const imported = importsOf(source, text).filter(path => path.endsWith('.ts'))
    made.set(target, rewriteImports(text, source, entry))
    waiting.push(...imported)
  }
  rmSync(raw, { recursive: true })
  return made
}

const declarationPath = (source: string, entry: string) =>
  source === entry ? 'index.d.ts' : source.replace(/^(lib|packages\/[^/]+)\//, '').replace(/\.ts$/, '.d.ts')

function rewriteImports(text: string, source: string, entry: string): string {
  const from = posix.dirname(declarationPath(source, entry))
  return text.replace(
    /(\bfrom\s*|\bimport\s*\(\s*)(['"])((?:#|\.\/|@guichet\/)[^'"]+\.ts)\2/g,
    (_, word, quote, specifier) => {
      const [path = ''] = importsOf(source, `from '${specifier}'`)
      const way = posix.relative(from, declarationPath(path, entry).replace(/\.d\.ts$/, '.js'))
      return `${word}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`
    },
  )
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

function run(command: string, args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status === 0) return
  throw new Error(
    `${relative('.', command)} ${args.join(' ')} failed:\n${done.stdout}${done.stderr}${done.error ?? ''}`,
  )
}
