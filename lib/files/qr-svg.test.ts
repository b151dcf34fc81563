import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { qrSvg } from './qr-svg.ts'

const text = 'https://guichet.example/pay/3q2-7wAAAAE9f8sK0mY5tq'

test('has exactly the dark modules, inside a margin of four', () => {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const svg = qrSvg(text)
  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, ...numbers]) => numbers.map(Number))
  const painted = runs.flatMap(([x = 0, y = 0, length = 0]) => Array.from({ length }, (_, at) => `${x + at} ${y}`))
  const dark = [...data].flatMap((bit, at) => (bit ? [`${(at % size) + 4} ${Math.floor(at / size) + 4}`] : []))
  expect(painted.sort()).toEqual(dark.sort())
  expect(svg).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`)
})

test('does not contain the text', () => {
  expect(qrSvg(text)).not.toContain('guichet.example')
})
