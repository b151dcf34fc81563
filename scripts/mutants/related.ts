import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Test files of the unit project that load a module, those that load it most directly first. */
export function relatedTests(module: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const seen = new Set([module])
  // A set hands out what is added to it while it is walked: breadth first.
  for (const file of seen) for (const importer of importers.get(file) ?? []) seen.add(importer)
  const beside = module.replace(/\.ts$/, '.test.ts')
  const tests = [...seen].filter(file => /\.test\.tsx?$/.test(file))
  return tests.sort((one, other) => Number(other === beside) - Number(one === beside))
}

/** Who imports each module, of the folders whose tests are unit tests alone, by the paths of both. Imports of types alone load nothing. */
export function importersBelow(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const file of globSync('lib/{domain,stet,views,files}/**/*.ts', { cwd: root }).sort()) {
    const source = readFileSync(posix.join(root, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/^(?:import|export|\}) (?!type )[^\n]*?'((?:\.|#lib)\/[^']+)'$/gm)) {
      const target = path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}
