import { formatMessage } from '@guichet/values/text/message.ts'
import { create } from 'qrcode'
import type { InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { facturX, facturXMetadata } from './factur-x.ts'
import { type InvoiceSheet, invoicedSums, invoiceMentions } from './invoice-sheet.ts'
import { drawCode, openPdf, pdfColors, pdfMargin } from './pdf.ts'
import { fileWords } from './words.ts'

const [left, right] = [pdfMargin, 539]
const bottom = 780
const soft = { size: 9, color: pdfColors.soft } as const
const columns = [
  { name: 'description', x: left, width: 205, align: 'left' },
  { name: 'quantity', x: 266, width: 52, align: 'right' },
  { name: 'unitPrice', x: 323, width: 82, align: 'right' },
  { name: 'rate', x: 410, width: 42, align: 'right' },
  { name: 'net', x: 457, width: 82, align: 'right' },
] as const

/** A4 as PDF/A-3 with its data (Factur-X), the same bytes for the same sheet. A credit note's amounts are negative. */
export async function invoicePdf(sheet: InvoiceSheet): Promise<Buffer> {
  const drawing = begin(sheet)
  const { content, credit, write } = drawing
  let y = drawTotals(drawing, drawLines(drawing, drawHeader(drawing)))
  if (credit === null) y = drawPayment(drawing, y)
  const note = credit === null ? content.note : credit.content.reason
  for (const line of note?.split('\n') ?? [])
    y = write(line, left, turned(drawing, y, 20), right - left, { size: 9.5 }) + 4
  for (const { text } of invoiceMentions(drawing))
    y = write(text, left, turned(drawing, y, 34), right - left, { size: 8, color: pdfColors.soft }) + 4
  return drawing.finish()
}

function begin(sheet: InvoiceSheet) {
  const { content, seller, number, credit } = sheet
  const { language } = content
  const words = fileWords[language].invoice
  const shown = formats(language, sheet.currency)
  const ownNumber = credit?.number ?? number ?? words.draft
  const kind = credit === null ? words.invoice : words.credit
  const invoiced = invoicedSums(sheet)
  const sums = credit?.content ?? invoiced
  const money = (amount: string) => shown.money(credit === null ? amount : negated(amount))
  const say = (message: string, values: Record<string, string>) => formatMessage(message, values, language)
  const at = new Date(credit?.issuedOn ?? sheet.issuedOn)
  const file =
    number === null ? null : { name: 'factur-x.xml', text: facturX({ ...sheet, number }), metadata: facturXMetadata }
  const archive = { at, file }
  const pdf = openPdf({ language, title: `${kind} ${ownNumber}`, author: seller.legalName, archive })
  return { ...sheet, ...pdf, words, say, shown, ownNumber, kind, invoiced, sums, money }
}
type Drawing = ReturnType<typeof begin>

/** Where to go on: further down, or on a new page. */
function turned({ page }: Drawing, y: number, height: number): number {
  if (y + height <= bottom) return y
  page.addPage()
  return pdfMargin
}

/** Seller, kind, number, days and customer. */
function drawHeader(drawing: Drawing): number {
  const { page, write, words, say, shown, content, seller, credit, kind, ownNumber, invoiced } = drawing
  let y = pdfMargin
  if (drawing.logo !== null) {
    page.image(Buffer.from(drawing.logo), left, y, { fit: [160, 48] })
    y += 58
  }
  y = write(sellerName(seller), left, y, 250, { size: 11, weight: 700 })
  for (const line of sellerLines(seller, words)) y = write(line, left, y + 1, 250, soft)

  let rightY = write(kind, 330, pdfMargin, right - 330, { size: 20, weight: 700 })
  rightY = write(ownNumber, 330, rightY + 1, right - 330, { size: 12, weight: 700, color: pdfColors.brand })
  if (drawing.isTest)
    rightY = write(words.test, 330, rightY + 2, right - 330, { size: 9, weight: 700, color: pdfColors.warning })
  const days = [
    [words.date, shown.day(credit?.issuedOn ?? drawing.issuedOn)],
    ...(credit === null ? [[words.due, shown.day(drawing.dueOn)]] : []),
    ...(content.suppliedOn === null ? [] : [[words.supplied, shown.day(content.suppliedOn)]]),
    ...(content.purchaseOrder === null ? [] : [[words.order, content.purchaseOrder]]),
  ] as const
  for (const [term = '', value = ''] of days) {
    const at = rightY + 5
    write(term, 330, at, 110, soft)
    rightY = write(value, 440, at, right - 440, { size: 9.5 })
  }
  rightY = write(words.customer, 330, rightY + 14, right - 330, soft)
  rightY = write(drawing.customerName, 330, rightY + 1, right - 330, { size: 10.5, weight: 700 })
  for (const line of customerLines(content, words)) rightY = write(line, 330, rightY + 1, right - 330, { size: 9.5 })
  if (content.deliveryAddress.length > 0) rightY = write(words.delivery, 330, rightY + 8, right - 330, soft)
  for (const line of content.deliveryAddress) rightY = write(line, 330, rightY + 1, right - 330, { size: 9.5 })

  const end = Math.max(y, rightY) + 24
  if (credit === null) return end
  const says = credit.content.total === invoiced.total ? words.cancels : words.lowers
  const invoice = say(says, { number: drawing.number ?? '', day: shown.day(drawing.issuedOn) })
  return write(invoice, left, end, right - left, { size: 10.5 }) + 14
}

function drawLines(drawing: Drawing, from: number): number {
  const { page, write, words, shown, content, credit, invoiced, money } = drawing
  const drawHead = (y: number): number => {
    const ends = columns.map(({ name, x, width, align }) =>
      write(words.columns[name], x, y, width, { size: 8.5, weight: 700, color: pdfColors.soft, align }),
    )
    const end = Math.max(...ends) + 5
    page.moveTo(left, end).lineTo(right, end).lineWidth(0.8).strokeColor(pdfColors.ink).stroke()
    return end
  }
  let y = drawHead(from)
  const parts = credit?.content.lines ?? invoiced.lines.map((net, line) => ({ line, net }))
  for (const { line: at, net } of parts) {
    const line = content.lines[at]
    if (line === undefined) throw new Error('a credit note was stored for a line that its invoice does not have')
    const top = turned(drawing, y, 40)
    if (top !== y) y = drawHead(top)
    const isWhole = net === invoiced.lines[at]
    const cells = {
      description: line.description,
      // A part of a line is an amount.
      quantity: isWhole ? quantityOf(line, drawing) : '',
      unitPrice: isWhole ? shown.price(credit === null ? line.unitPrice : negated(line.unitPrice)) : '',
      rate: shown.rate(line.vatRate),
      net: money(net),
    }
    const ends = columns.map(({ name, x, width, align }) => write(cells[name], x, y + 6, width, { size: 9.5, align }))
    y = Math.max(...ends) + 6
    page.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#e5dfd3').stroke()
  }
  return y
}

function quantityOf({ quantity, unit }: InvoiceContent['lines'][number], { shown, words }: Drawing): string {
  return unit === 'unit' ? shown.number(quantity) : `${shown.number(quantity)} ${words.units[unit]}`
}

function drawTotals(drawing: Drawing, from: number): number {
  const { write, words, say, shown, seller, credit, sums, money } = drawing
  const taxed = [
    ...sums.byRate.map(one => [
      say(words.vatOn, { rate: shown.rate(one.vatRate), net: money(one.net) }),
      money(one.vat),
    ]),
    [words.total, money(sums.total)],
  ]
  const totals = [[words.net, money(sums.net)], ...(seller.vatNumber === null ? [] : taxed)]
  let y = turned(drawing, from, totals.length * 16 + 40) + 8
  for (const [term = '', value = ''] of totals) {
    write(term, 250, y, 195, { ...soft, align: 'right' })
    y = write(value, 450, y, right - 450, { size: 9.5, align: 'right' }) + 4
  }
  write(credit === null ? words.toPay : words.toCredit, 250, y + 2, 180, { size: 12, weight: 700, align: 'right' })
  return write(money(sums.total), 430, y + 2, right - 430, { size: 12, weight: 700, align: 'right' }) + 18
}

/** How to pay: code, link, address and account. */
function drawPayment(drawing: Drawing, from: number): number {
  const { page, write, words, say, url, number, seller } = drawing
  if (url === null || number === null) return from
  const y = turned(drawing, from, 84)
  const { modules } = create(url, { errorCorrectionLevel: 'M' })
  drawCode(page, modules, { x: left, y, side: 70, address: url })
  let end = write(words.pay, left + 84, y + 4, right - left - 84, { size: 11, weight: 700 })
  end = write(url, left + 84, end + 3, right - left - 84, { size: 9, color: pdfColors.brand })
  if (seller.account !== null) {
    const values = { iban: seller.account.iban.replace(/(.{4})(?=.)/g, '$1 '), number }
    write(say(words.transfer, values), left + 84, end + 4, right - left - 84, soft)
  }
  page.link(left + 84, y + 8, right - left - 84, 34, url)
  return y + 84
}

/** Code de commerce, art. R526-27. */
const sellerName = ({ legalName, soleTrader }: InvoiceSeller) =>
  soleTrader && !/\b(EI|entrepreneur individuel)\b/i.test(legalName) ? `${legalName} EI` : legalName

type Words = Drawing['words']

function sellerLines(seller: InvoiceSeller, words: Words): string[] {
  const { name, legalName, addressLines, companyDetails, registrationNumber, vatNumber, email } = seller
  return [
    ...(name === legalName ? [] : [name]),
    ...addressLines,
    ...(companyDetails === null ? [] : [companyDetails]),
    numbered(registrationNumber, words),
    ...(vatNumber === null ? [] : [`${words.vatNumber} ${vatNumber}`]),
    email,
  ]
}

const numbered = (number: string, words: Words) =>
  `${sirenOf(number) === null ? words.registration : 'SIREN'} ${number}`

function customerLines(content: InvoiceContent, words: Words): string[] {
  const { language, customerAddress, customerCountry, customerNumber, customerVatNumber } = content
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(customerCountry) ?? customerCountry
  return [
    ...customerAddress,
    ...(customerCountry === 'FR' ? [] : [country]),
    ...(customerNumber === null ? [] : [numbered(customerNumber, words)]),
    ...(customerVatNumber === null ? [] : [`${words.vatNumber} ${customerVatNumber}`]),
  ]
}

const negated = (amount: string) =>
  amount.startsWith('-') ? amount.slice(1) : /[1-9]/.test(amount) ? `-${amount}` : amount

function formats(language: 'fr' | 'en', currency: string) {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const prices = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const rates = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 2 })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    money: (amount: string) => amounts.format(amount as `${number}`).replace('-', '\u2212'),
    price: (amount: string) => prices.format(amount as `${number}`).replace('-', '\u2212'),
    number: (quantity: string) => numbers.format(quantity as `${number}`),
    rate: (rate: string) => rates.format(rate as `${number}`),
    day: (day: string) => days.format(new Date(day)),
  }
}
