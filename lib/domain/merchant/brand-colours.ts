/** A merchant's one colour, made readable. */

/** `#rrggbb`. */
export type Colour = `#${string}`

/** As in `app/globals.css`. */
export type BrandColours = {
  readonly brand: Colour
  readonly brandStrong: Colour
  readonly onBrand: Colour
  readonly brandTint: Colour
  readonly brandInk: Colour
}

type Theme = {
  /** Of `app/globals.css`. */
  readonly grounds: readonly Colour[]
  readonly surface: Colour
  readonly away: Colour
  /** More would make soft text too faint. */
  readonly tint: number
}

const [white, black] = ['#ffffff', '#000000'] as const
const themes: { readonly light: Theme; readonly dark: Theme } = {
  light: { grounds: ['#faf7f1', '#fffdf9', '#f2ede3'], surface: '#fffdf9', away: black, tint: 0.12 },
  dark: { grounds: ['#121412', '#191c19', '#0d0f0d'], surface: '#191c19', away: white, tint: 0.14 },
}

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const [ofText, ofMarks] = [4.5, 3]

/** Small letters; null unless `#rrggbb`. */
export function readColour(typed: string): Colour | null {
  const bare = typed.trim().toLowerCase()
  return isColour(bare) ? bare : null
}

const isColour = (text: string): text is Colour => /^#[0-9a-f]{6}$/.test(text)

/** Kept where it stands out, else darkened, or lightened on dark, as far as needed. */
export function brandColours(chosen: Colour): { readonly light: BrandColours; readonly dark: BrandColours } {
  return { light: coloursFor(chosen, themes.light), dark: coloursFor(chosen, themes.dark) }
}

function coloursFor(chosen: Colour, { grounds, surface, away, tint }: Theme): BrandColours {
  const brand = moved(chosen, away, grounds, ofMarks)
  const onBrand = contrast(brand, white) >= ofText ? white : black
  const brandStrong = mixed(brand, onBrand === white ? black : white, 0.18)
  const brandTint = mixed(surface, brand, tint)
  return { brand, brandStrong, onBrand, brandTint, brandInk: moved(brand, away, [...grounds, brandTint], ofText) }
}

function moved(colour: Colour, away: Colour, grounds: readonly Colour[], least: number): Colour {
  for (let step = 0; step < 50; step += 1) {
    const tried = mixed(colour, away, step / 50)
    if (grounds.every(ground => contrast(tried, ground) >= least)) return tried
  }
  return away
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const [from, to] = [partsOf(one), partsOf(other)]
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const partsOf = (colour: Colour) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
