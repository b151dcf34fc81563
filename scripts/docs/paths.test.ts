import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).stdout.split('\n')
const files = tracked.filter(file => existsSync(file))
const pages = files.filter(file => file.endsWith('.md')).map(file => ({ file, text: readFileSync(file, 'utf8') }))
const folders = new Set(files.flatMap(file => (file.includes('/') ? [file.split('/')[0]] : [])))

/** What stands between backticks and means a file or a folder of ours: `lib/vault.ts`, `link.ts`, `components/i18n/messages/{fr,en}`. */
const isPath = (name: string): boolean =>
  !/[\s<>*…:$"']|^\/|^\.|^x\.|^dist\//.test(name) &&
  (/^[\w()[\]./-]+\.(ts|tsx|mjs|md|prisma)$/.test(name) || (name.includes('/') && folders.has(name.split('/')[0])))

const exists = (page: string, name: string): boolean =>
  existsSync(name) ||
  existsSync(join(dirname(page), name)) ||
  globSync(name).length > 0 ||
  files.some(file => file.endsWith(`/${name}`))

test('every path between backticks exists', () => {
  const named = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name = '']) => ({ file, name })),
  )
  const paths = named
    .map(({ file, name }) => ({ file, name: name.split(' › ')[0] ?? '' }))
    .filter(({ name }) => isPath(name))
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.filter(({ file, name }) => !exists(file, name))).toEqual([])
})

test('every link leads to a page or picture that exists, and to a heading of it', () => {
  const links = pages.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => ({ file, target })).filter(
      ({ target }) => !/^(https?|mailto):|^\//.test(target),
    ),
  )
  expect(links.length).toBeGreaterThan(50)
  const dead = links.filter(({ file, target }) => {
    const [path = '', heading] = target.split('#')
    const to = path === '' ? file : join(dirname(file), path)
    return !existsSync(to) || (heading !== undefined && !headingsOf(to).includes(heading))
  })
  expect(dead).toEqual([])
})

/** The anchors that GitHub gives the headings of a page. */
const headingsOf = (file: string): string[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every page that code, messages and examples name exists', () => {
  const others = files.filter(file => /\.(ts|tsx|mjs|json|ya?ml|prisma)$|^\.env\.example$/.test(file))
  const named = others.flatMap(file =>
    Array.from(readFileSync(file, 'utf8').matchAll(/(?<![\w/])docs\/[\w./-]+\.(?:md|txt)\b/g), ([page]) => ({
      file,
      page,
    })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ page }) => !existsSync(page))).toEqual([])
})
