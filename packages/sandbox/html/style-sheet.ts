import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Brand, brands, groupBrand } from './brands.ts'

const read = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

const css = 'text/css; charset=utf-8'
const referenceSheet = new URL(import.meta.resolve('#reference.css'))

/** Our own files; nothing is inline (content security policy). */
export const assets: ReadonlyMap<string, { readonly type: string; readonly body: string }> = new Map([
  ['screens.css', { type: css, body: read('screens.css') }],
  ['reference.css', { type: css, body: readFileSync(referenceSheet, 'utf8') }],
  ['screens.js', { type: 'text/javascript; charset=utf-8', body: read('screens.js') }],
])

/** The CSS custom properties of one bank, or of the group's start page; light and dark. */
export function brandStyle({ panel, light, dark, mark: _mark, art: _art, tagline: _tagline, ...own }: Brand): string {
  const always = { ...own, panelFrom: panel.from, panelTo: panel.to, ...light }
  return `:root { color-scheme: light; ${declare(always)} }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; ${declare(dark)} } }
`
}

const declare = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ')

/** Changes with every file or brand, so that browsers may cache them forever. */
export const assetVersion = createHash('sha256')
  .update([...assets.values()].map(asset => asset.body).join())
  .update([groupBrand, ...Object.values(brands)].map(brandStyle).join())
  .digest('hex')
  .slice(0, 12)
