import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** Of tour/home, which somebody takes along from an exported chapter. */
export const programNames = ['chapter_test.py', 'chapter_test.php', 'ChapterTest.java', 'chapter.ts'] as const

export type File = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> }

/** The page's own modules without their types, and the style. The version changes with every file. */
export function readFiles(): { readonly all: ReadonlyMap<string, File>; readonly version: string } {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const all = new Map<string, File>([['tour.css', { type: 'text/css; charset=utf-8', body: read('tour.css') }]])
  const font = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
  all.set('figtree.woff2', { type: 'font/woff2', body: new Uint8Array(readFileSync(new URL(font))) })
  for (const name of globSync('*.ts', { cwd: new URL('client/', import.meta.url) })) {
    const body = stripTypeScriptTypes(read(`client/${name}`)).replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
    all.set(name.replace(/\.ts$/, '.js'), { type: 'text/javascript; charset=utf-8', body })
  }
  // What the exported file hands on.
  for (const name of programNames) all.set(name, { type: 'text/plain; charset=utf-8', body: read(`home/${name}`) })
  const digest = createHash('sha256')
    .update(JSON.stringify([...all]))
    .digest('hex')
  return { all, version: digest.slice(0, 12) }
}
