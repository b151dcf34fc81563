/** What a release is checked for, as far as files and the registry's answers say it. */

/** A new version of a dependency waits this long, so that a stolen one is found before it reaches us. */
export const waitDays = 7
const dayMs = 86_400_000

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>> }
export type Dependency = { readonly name: string; readonly version: string }

/** Whether a version can follow another: both `1.2.3`, with a larger number. `last` is null before the first release. */
export function isNewer(version: string, last: string | null): boolean {
  const parse = (text: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number)
  const [next, before] = [parse(version), parse(last ?? '0.0.0')]
  if (!next || !before) return false
  const at = next.findIndex((part, index) => part !== before[index])
  return at >= 0 && (next[at] ?? 0) > (before[at] ?? 0)
}

/** What is wrong with the changelog for a release of that version; null if nothing. */
export function findChangelogFault(text: string, version: string): string | null {
  const [, heading = '', entries = ''] = /^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
  if (heading !== `${version} (unreleased)`)
    return `CHANGELOG.md begins with "${heading}": its first version must be "${version} (unreleased)"`
  const isEmpty = !/^- \*\*.+\*\* /m.test(entries)
  return isEmpty ? `CHANGELOG.md says nothing about ${version}` : null
}

/** The changelog with the day of the release. */
export function dateChangelog(text: string, version: string, day: string): string {
  return text.replace(`## ${version} (unreleased)`, `## ${version} (${day})`)
}

/** The text of package.json or package-lock.json with another version of ours; nothing else changes. */
export function setVersion(text: string, version: string): string {
  const names = /("name": "guichet",\s+"version": ")[^"]+/g
  return text.replace(names, (_, before) => before + version)
}

/**
 * Dependencies that the last release did not have in this version. Before the first release only those that we name ourselves count: the
 * others come with them.
 */
export function newDependencies(lock: Lock, last: Lock | null, named: readonly string[]): readonly Dependency[] {
  return Object.entries(lock.packages).flatMap(([path, { version, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (path === '' || version === undefined || link) return []
    const isNew = last
      ? last.packages[path]?.version !== version
      : path === `node_modules/${name}` && named.includes(name)
    return isNew ? [{ name, version }] : []
  })
}

export type Age =
  | { readonly kind: 'old_enough' }
  | { readonly kind: 'too_new'; readonly day: string }
  | { readonly kind: 'unknown' }

/** How long a version has been out, by the registry's time of its publication (null: it did not answer). */
export function ageOf(publishedAt: string | null, now: Date): Age {
  const at = Date.parse(publishedAt ?? '')
  if (Number.isNaN(at)) return { kind: 'unknown' }
  if (now.getTime() - at >= waitDays * dayMs) return { kind: 'old_enough' }
  return { kind: 'too_new', day: new Date(at).toISOString().slice(0, 10) }
}
