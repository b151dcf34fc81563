import { html, raw } from 'hono/html'
import rows from './brands.json' with { type: 'json' }

/** The result of a template, which hono marks as escaped. */
export type Html = ReturnType<typeof html>

type Row = (typeof rows)['group']
export type Palette = Row['light']
/** A bank's appearance and wording. Colours are pairs of light and dark; a test checks their contrast. */
export type Brand = Omit<Row, 'mark' | 'art'> & { readonly mark: Html; readonly art: Html }

// Shapes are coloured by the style sheet's classes: m1 to m3 of a mark, a1 (faint) to a5 (accent) of an illustration beside the forms.
const brandFrom = ({ mark, art, ...row }: Row): Brand => ({
  ...row,
  mark: html`<svg viewBox="0 0 40 40" aria-hidden="true" class="mark">${raw(mark)}</svg>`,
  art: html`<svg class="art" viewBox="0 0 600 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">${raw(art.join('\n'))}</svg>`,
})

const { group, ...ofBanks } = rows

export const brands: Readonly<Record<string, Brand>> = Object.fromEntries(
  Object.entries(ofBanks).map(([code, row]) => [code, brandFrom(row)]),
)

/** The start page represents the group, which has no sign-in. */
export const groupBrand: Brand = brandFrom(group)

/** The brand of a bank; every bank of the group has one. */
export function brandOf(bankCode: string): Brand {
  const brand = brands[bankCode]
  if (!brand) throw new Error(`bank ${bankCode} has no brand`)
  return brand
}
