import { expect, test, vi } from 'vitest'
import { onOpenRequest, openPalette } from './open-request.ts'

test('a wish before the palette is ready is kept, once; later ones are answered at once, until it is gone', () => {
  openPalette()
  openPalette()
  const [first, second] = [vi.fn(), vi.fn()]
  const end = onOpenRequest(first)
  expect(first).toHaveBeenCalledTimes(1)
  openPalette()
  expect(first).toHaveBeenCalledTimes(2)
  end()
  openPalette()
  expect(first).toHaveBeenCalledTimes(2)
  onOpenRequest(second)()
  expect(second).toHaveBeenCalledTimes(1)
})
