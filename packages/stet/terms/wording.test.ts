import { describe, expect, test } from 'vitest'
import { isSameWording } from './wording.ts'

const long = 'Société coopérative d’intérêt collectif des maraîchers de la vallée de la Vesle et de ses environs'

describe('a name as banks store it is recognised as the same', () => {
  test.each([
    ['Librairie du Port', 'LIBRAIRIE DU PORT'],
    ['Café Œuvré', 'CAFE OEUVRE'],
    ['Müller & Söhne', 'MUELLER + SOEHNE'],
    ['Müller & Söhne', 'Muller Sohne'],
    ['Mu\u0308ller', 'MUELLER'],
    ['L’Atelier d’été', "L'Atelier d'ete"],
    ['Atelier  de\u00A0Reims', 'Atelier de Reims'],
    ['e\u0301te\u0301', 'été'],
    ['***', ' *** '],
    [' *** ', '***'],
    [long, long.slice(0, 70)],
    ['x'.repeat(1_120), 'x'.repeat(1_120)],
    [long, long.slice(0, 35).trimEnd()],
    [long, long.slice(0, 34)],
    [long, long.toUpperCase().slice(0, 70)],
    ['Книжный магазин', 'КНИЖНЫЙ МАГАЗИН'],
  ])('%s, %s', (ours, theirs) => {
    expect(isSameWording(ours, theirs)).toBe(true)
  })

  test.each([
    ['Librairie du Port', 'Librairie du Pont'],
    ['Librairie du Port', 'Librairie du Port 2'],
    ['Librairie du Port', 'Librairie'],
    ['Librairie du Port', ''],
    ['Librairie du Port', '...'],
    ['x'.repeat(1_121), 'x'.repeat(1_121)],
    ['***', '###'],
    ['***', ''],
    [long, long.slice(0, 33)],
    [long, `${long.slice(0, 69)}x`],
    ['Librairie du Port', `Librairie du Port${' '.repeat(2_000)}`],
  ])('%s is not %s', (ours, theirs) => {
    expect(isSameWording(ours, theirs)).toBe(false)
  })
})
