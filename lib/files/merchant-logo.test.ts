import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawMerchantLogo } from './merchant-logo.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 60, alpha: 0.5 } } })

async function sizeOf(drawn: Uint8Array | null) {
  if (drawn === null) throw new Error('nothing was drawn')
  const { format, width, height, exif } = await sharp(drawn).metadata()
  return { format, width, height, exif }
}

describe('a logo is drawn anew as a PNG', () => {
  test('from a PNG or a JPEG, smaller if it is too large, without its metadata', async () => {
    const [png, jpeg] = await Promise.all([
      picture(2_000, 500).png().toBuffer(),
      picture(300, 300)
        .withExif({ IFD0: { Artist: 'Ada', Copyright: 'x' } })
        .jpeg()
        .toBuffer(),
    ])
    expect(await sizeOf(await drawMerchantLogo(png))).toMatchObject({ format: 'png', width: 480, height: 120 })
    expect(await sizeOf(await drawMerchantLogo(jpeg))).toEqual({
      format: 'png',
      width: 160,
      height: 160,
      exif: undefined,
    })
  })

  test('never larger than it was', async () => {
    const small = await picture(40, 20).png().toBuffer()
    expect(await sizeOf(await drawMerchantLogo(small))).toMatchObject({ width: 40, height: 20 })
  })

  test('from an SVG of shapes', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#c00"/></svg>'
    expect(await sizeOf(await drawMerchantLogo(Buffer.from(svg)))).toMatchObject({
      format: 'png',
      width: 480,
      height: 160,
    })
  })
})

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['text', 'a logo'],
    ['a PDF', '%PDF-1.7 '],
    ['a GIF', 'GIF89a'],
    ['an SVG with a script', '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'],
    ['an SVG that loads something', '<svg viewBox="0 0 1 1"><image href="https://evil.example/x.png"/></svg>'],
  ])('%s', async (_, text) => {
    expect(await drawMerchantLogo(Buffer.from(text))).toBeNull()
  })

  test('a picture that breaks off', async () => {
    const png = await picture(100, 100).png().toBuffer()
    expect(await drawMerchantLogo(png.subarray(0, 60))).toBeNull()
  })

  test('a small file that unpacks to a huge picture', async () => {
    const bomb = await picture(5_000, 4_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(512 * 1024)
    expect(await drawMerchantLogo(bomb)).toBeNull()
  })
})
