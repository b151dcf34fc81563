import { create } from 'qrcode'

/** Modules (ISO/IEC 18004). */
const quiet = 4

/** One rectangle per run of dark modules. */
export function qrSvg(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const size = modules.size + 2 * quiet
  const runs: string[] = []
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      const from = x
      while (x < modules.size && modules.data[y * modules.size + x]) x += 1
      if (x > from) runs.push(`M${from + quiet} ${y + quiet}h${x - from}v1h-${x - from}z`)
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 12}" height="${size * 12}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${runs.join('')}"/></svg>\n`
  )
}
