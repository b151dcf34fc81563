import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Brand, brands, groupBrand, type Palette } from './brands.ts'

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
export function brandStyle(brand: Brand): string {
  const dark = `:root { color-scheme: dark; ${declare(brand.dark)} }`
  return `:root { color-scheme: light; ${declareBrand(brand)} ${declare(brand.light)} }
@media (prefers-color-scheme: dark) { ${dark} }
`
}

function declareBrand(brand: Brand): string {
  return [
    `--heading-font: ${brand.headingFont};`,
    `--heading-weight: ${brand.headingWeight};`,
    `--heading-tracking: ${brand.headingTracking};`,
    `--radius: ${brand.radius};`,
    `--button-radius: ${brand.buttonRadius};`,
    `--panel-from: ${brand.panel[0]};`,
    `--panel-to: ${brand.panel[1]};`,
    `--accent: ${brand.accent};`,
  ].join(' ')
}

function declare(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(' ')
}

/** Changes with every file or brand, so that browsers may cache them forever. */
export const assetVersion = createHash('sha256')
  .update([...assets.values()].map(asset => asset.body).join())
  .update([groupBrand, ...Object.values(brands)].map(brandStyle).join())
  .digest('hex')
  .slice(0, 12)
