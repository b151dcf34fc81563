type PayQrProps = { publicId: string; of: 'page' | 'transfer'; label: string }

/** A QR code of a payment. The browser asks for it when it is to be seen: not while it is folded away or hidden. */
export function PayQr({ publicId, of, label }: PayQrProps) {
  const address = `/api/pay/${publicId}/${of === 'page' ? 'qr' : 'transfer/qr'}`
  return (
    // biome-ignore lint/performance/noImgElement: an SVG gains nothing from the framework's image component
    <img src={address} alt={label} width={224} height={224} loading="lazy" className="h-auto w-full rounded-lg" />
  )
}
