import { copyFileSync, existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeError } from '#scripts/command.ts'

const keptDays = 30

/**
 * Adds the scripts, style sheets and fonts of a build to the folder that a proxy serves, and deletes there what no build has had for
 * thirty days. Names contain the hash of what is in them, so builds don't disturb each other. Each file appears whole. `now` is in
 * milliseconds since 1970. Throws if there is no build.
 */
export function publishStatic(to: string, { build = '.next', now = Date.now() } = {}): PublishedStatic {
  const [from, target] = [join(build, 'static'), join(to, '_next/static')]
  if (!existsSync(join(build, 'guichet-build')))
    throw new Error('There is no build to publish. Run npm run build first.')
  const files = listFiles(from)
  for (const path of files) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(join(from, path), `${file}.part`)
    utimesSync(`${file}.part`, now / 1_000, now / 1_000)
    renameSync(`${file}.part`, file)
  }
  const old = listFiles(target).filter(path => now - statSync(join(target, path)).mtimeMs > keptDays * 86_400_000)
  for (const path of old) rmSync(join(target, path))
  return { published: files.length, deleted: old.length }
}

/** How many files. */
export type PublishedStatic = { readonly published: number; readonly deleted: number }

const listFiles = (folder: string) =>
  globSync('**/*', { cwd: folder }).filter(path => statSync(join(folder, path)).isFile())

if (import.meta.main) {
  const usage = `npm run publish-static -- --to /var/lib/guichet

  Adds the scripts, style sheets and fonts of this build to those that the proxy serves from that folder (docs/operations/upgrade.md), and
  deletes there what no build has had for ${keptDays} days. Run it before the first process of a new version starts.

  --to   the folder; it is made if it doesn't exist
  Needs no variable, database or secret.`
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
    if (values.help) console.log(usage)
    else if (!values.to) throw new Error('--to is missing: the folder that the proxy serves')
    else {
      const { published, deleted } = publishStatic(values.to)
      console.log(`${published} files published, ${deleted} old ones deleted`)
    }
  } catch (error) {
    console.error(`${describeError(error)}\n\n${usage}`)
    process.exitCode = 2
  }
}
