import { expect, test } from 'vitest'
import { payButton, payButtonIntegrity, payButtonPath } from './pay-button.ts'

test('the button is at most 4 kB, and the version that shops name by its hash stays as it is', () => {
  expect(Buffer.byteLength(payButton)).toBeLessThanOrEqual(4_000)
  expect([payButtonPath, payButtonIntegrity]).toEqual([
    '/button/1.js',
    'sha384-inmF+UNawitJLkDkiZFFs9YoC0vg/SAdY+r1PE8jaMt147D1nAfbOqrHD+oRTTCz',
  ])
})

test('it is a script without a dependency, an inline style or markup from text, which policies forbid', () => {
  expect(() => new Function(payButton)).not.toThrow()
  for (const word of ['import', 'innerHTML', '.style', 'eval', 'fetch(']) expect(payButton).not.toContain(word)
})
