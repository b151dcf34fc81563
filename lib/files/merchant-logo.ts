import sharp from 'sharp'
import { readLogo } from './bank-logo.ts'

/** Decoded and drawn anew as PNG: nothing of the file is served. */

/** A small file can unpack to a huge image. */
const maxPixels = 16_000_000
/** Twice what pages show. */
const box = { width: 480, height: 160 }

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
]

/**
 * At most 480 by 160, without metadata. Null unless PNG, JPEG or an SVG of shapes (`bank-logo.ts`), and if broken or
 * over 16 million pixels.
 */
export async function drawMerchantLogo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = isPicture(bytes) ? bytes : cleanSvg(bytes)
  if (file === null) return null
  try {
    const drawn = await sharp(file, { limitInputPixels: maxPixels, density: file === bytes ? 72 : 144 })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: file === bytes })
      .png({ compressionLevel: 9 })
      .toBuffer()
    return new Uint8Array(drawn)
  } catch {
    return null
  }
}

const isPicture = (bytes: Uint8Array) => signatures.some(start => start.every((byte, at) => bytes[at] === byte))

function cleanSvg(bytes: Uint8Array): Uint8Array | null {
  const svg = readLogo(new TextDecoder().decode(bytes))
  return svg === null ? null : new TextEncoder().encode(svg)
}
