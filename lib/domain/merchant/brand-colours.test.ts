import { describe, expect, test } from 'vitest'
import { brandColours, type Colour, contrast, readColour } from './brand-colours.ts'

const grounds = {
  light: ['#faf7f1', '#fffdf9', '#f2ede3'],
  dark: ['#121412', '#191c19', '#0d0f0d'],
} as const satisfies Record<string, readonly Colour[]>
/** `--soft` of `app/globals.css`, which stands on tints too. */
const soft = { light: '#56524a', dark: '#bab6aa' } as const

const levels = [0, 51, 102, 128, 153, 204, 255]
const everyColour = levels.flatMap(red =>
  levels.flatMap(green =>
    levels.map((blue): Colour => `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`),
  ),
)

test('the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  expect(contrast('#0e5a54', '#0e5a54')).toBe(1)
})

describe.each(['light', 'dark'] as const)('whatever the colour, on %s', theme => {
  test('text can be read and marks can be seen', () => {
    const faint = everyColour.filter(chosen => {
      const { brand, brandStrong, onBrand, brandTint, brandInk } = brandColours(chosen)[theme]
      return (
        contrast(onBrand, brand) < 4.5 ||
        contrast(onBrand, brandStrong) < 4.5 ||
        contrast(soft[theme], brandTint) < 4.5 ||
        contrast(brandInk, brandTint) < 4.5 ||
        grounds[theme].some(ground => contrast(brand, ground) < 3 || contrast(brandInk, ground) < 4.5)
      )
    })
    expect(faint).toEqual([])
  })
})

test('a colour that stands out is kept as it is', () => {
  expect(brandColours('#0e5a54').light.brand).toBe('#0e5a54')
  expect(brandColours('#ffd400').dark.brand).toBe('#ffd400')
})

test('yellow is darkened on paper and keeps dark letters, navy is lightened in the dark', () => {
  const [yellow, navy] = [brandColours('#ffd400').light, brandColours('#001a4d').dark]
  expect(yellow.brand).not.toBe('#ffd400')
  expect(yellow.onBrand).toBe('#000000')
  expect(contrast(navy.brand, '#001a4d')).toBeGreaterThan(1.5)
})

test.each([
  ['#0E5A54', '#0e5a54'],
  [' #ffffff ', '#ffffff'],
  ['#fff', null],
  ['red', null],
  ['#0e5a5g', null],
  ['', null],
  ['url(#a)', null],
])('reads %j as %j', (typed, colour) => {
  expect(readColour(typed)).toBe(colour)
})
