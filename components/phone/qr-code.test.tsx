import { create } from 'qrcode'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const address = 'https://guichet.example/phone/3q2-7wAAAAE9f8sK0mY5tqKq1xvGm0hWc3rJr2pB8dQ'

/** The modules painted by the path. */
function painted(markup: string): Set<string> {
  const runs = [...markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map(([, ...numbers]) => numbers.map(Number))
  return new Set(runs.flatMap(([x = 0, y = 0, length = 0]) => Array.from({ length }, (_, step) => `${x + step} ${y}`)))
}

test('paints exactly the dark modules, inside a margin of four', () => {
  const { size, data } = create(address, { errorCorrectionLevel: 'M' }).modules
  const dark = [...data].flatMap((bit, index) => (bit ? [`${(index % size) + 4} ${Math.floor(index / size) + 4}`] : []))
  const markup = renderToStaticMarkup(<QrCode text={address} label="QR" />)
  expect(painted(markup)).toEqual(new Set(dark))
  expect(markup).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`)
})

test('has an accessible name, and does not contain the URL as text', () => {
  const markup = renderToStaticMarkup(<QrCode text={address} label="Code QR" />)
  expect(markup).toContain('role="img"')
  expect(markup).toContain('aria-label="Code QR"')
  expect(markup).not.toContain('guichet.example')
})
