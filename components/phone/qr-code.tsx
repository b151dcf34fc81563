import { create } from 'qrcode'

type QrCodeProps = { text: string; label: string; large?: boolean }

/** Light edge around the code, in modules: scanners need four (ISO/IEC 18004). */
const quiet = 4

/** A QR code as one SVG path, rendered on the server; dark on light in both themes, as scanners expect. */
export function QrCode({ text, label, large = false }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const size = modules.size + 2 * quiet
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={large ? 'w-full' : 'w-full max-w-72'}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} rx="2" fill="#ffffff" />
      <path d={pathOf(modules)} fill="#10221c" />
    </svg>
  )
}

/** One rectangle for each run of dark modules in a row. */
function pathOf({ size, data }: { readonly size: number; readonly data: ArrayLike<number> }): string {
  const runs: string[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x
      while (x < size && data[y * size + x]) x += 1
      if (x > from) runs.push(`M${from + quiet} ${y + quiet}h${x - from}v1h-${x - from}z`)
    }
  }
  return runs.join('')
}
