import { drawCode, openPdf, type PdfCode, pdfColors, pdfMargin } from './pdf.ts'

export type ReceiptSheet = {
  readonly language: 'fr' | 'en'
  readonly title: string
  readonly amount: string
  /** Null: none. */
  readonly warning: string | null
  readonly rows: readonly { readonly term: string; readonly value: string; readonly more?: string }[]
  readonly lead: string
  /** Confirms the receipt. */
  readonly verify: string
  readonly address: string
  readonly code: PdfCode
}

const [left, right] = [pdfMargin, 539]

/** A4 with fonts inside. */
export async function receiptPdf(sheet: ReceiptSheet): Promise<Buffer> {
  const { page, write, finish } = openPdf(sheet)
  drawCode(page, sheet.code, { x: right - 100, y: 56, side: 100, address: sheet.address })
  write(sheet.verify, right - 100, 162, 100, { size: 8, color: pdfColors.soft })
  write('guichet', left, 56, 200, { size: 20, weight: 700, color: pdfColors.brand })
  write(sheet.title, left, 96, 340, { size: 18, weight: 700 })
  let y = write(sheet.amount, left, 126, 340, { size: 26, weight: 700 }) + 22
  y = Math.max(y, 190)
  if (sheet.warning !== null)
    y = write(sheet.warning, left, y, right - left, { size: 11, weight: 700, color: pdfColors.warning }) + 14
  for (const { term, value, more = '' } of sheet.rows) {
    if (y > 720) {
      page.addPage()
      y = left
    }
    page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#e5dfd3').stroke()
    const termEnd = write(term, left, y + 8, 150, { size: 10, color: pdfColors.soft })
    let end = write(value, left + 165, y + 8, right - left - 165, { size: 10.5 })
    if (more !== '') end = write(more, left + 165, end + 1, right - left - 165, { size: 9.5, color: pdfColors.soft })
    y = Math.max(termEnd, end) + 7
  }
  y = write(sheet.lead, left, y + 12, right - left, { size: 9, color: pdfColors.soft })
  write(sheet.address, left, y + 6, right - left, { size: 7.5, color: pdfColors.soft })
  return finish()
}
