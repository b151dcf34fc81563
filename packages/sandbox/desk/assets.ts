import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

/** The desk's own style and script; nothing is inline (content security policy). */
export const deskAssets: ReadonlyMap<string, { readonly type: string; readonly body: string }> = new Map([
  ['desk.css', { type: 'text/css; charset=utf-8', body: read('desk.css') }],
  ['desk.js', { type: 'text/javascript; charset=utf-8', body: read('desk.js') }],
])

/** Changes with every file, so that browsers may cache them forever. */
export const deskVersion = createHash('sha256')
  .update([...deskAssets.values()].map(({ body }) => body).join())
  .digest('hex')
  .slice(0, 12)
