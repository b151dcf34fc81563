import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of other people's packages, as their terms ask to hand them on. */

type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/** The folder of the package that a file below `node_modules` belongs to; null for one of ours. */
export function packageOf(file: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll('\\', '/'))?.[0] ?? null
}

/** One text with name, version, licence and licence text of each package, in order of names. `folders`: where they are installed. */
export function noticesOf(folders: readonly string[]): string {
  const found = folders.map(folder => ({ folder, manifest: readManifest(folder) }))
  const keyOf = ({ name, version }: Manifest) => `${name} ${version}`
  return found
    .sort((one, other) => (keyOf(one.manifest) < keyOf(other.manifest) ? -1 : 1))
    .map(({ folder, manifest }) => {
      const texts = licenceTexts(folder)
      const heading = `${keyOf(manifest)} (${manifest.license ?? 'see below'})\n`
      return [heading, ...(texts.length > 0 ? texts : [withoutText(manifest)])].join('\n')
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function licenceTexts(folder: string): readonly string[] {
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)([.-](?!js|ts)[\w.-]+)?$/i.test(file))
  return files.sort().map(file => `${readFileSync(join(folder, file), 'utf8').trim()}\n`)
}

function withoutText({ name, author }: Manifest): string {
  const who = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
  return `By ${who}. The package names its licence and has no text of it.\n`
}
