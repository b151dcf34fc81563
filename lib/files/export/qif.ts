import { detailSeparator } from './csv.ts'
import type { ExportAccount, ExportLine, ExportStyle, ExportWriter } from './line.ts'
import { nothing } from './line.ts'

/** A register per account. QIF leaves the date format to the country. */
export const qifWriter: ExportWriter = {
  head: nothing,
  accountHead,
  line,
  accountTail: nothing,
  tail: nothing,
  bookedOnly: true,
}

function accountHead({ name, kind }: ExportAccount): string {
  const type = kind === 'card' ? 'CCard' : 'Bank'
  return `!Account\nN${plain(name)}\nT${type}\n^\n!Type:${type}\n`
}

function line(
  { day, amount, label, remittance, entryReference, categoryName }: ExportLine,
  _: ExportAccount,
  { locale }: ExportStyle,
): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const fields = [
    `D${locale === 'fr' ? `${date}/${month}` : `${month}/${date}`}/${year}`,
    `T${amount.amount}`,
    'C*',
    ...(entryReference ? [`N${plain(entryReference)}`] : []),
    ...(label ? [`P${plain(label)}`] : []),
    ...(remittance.length > 1 ? [`M${plain(remittance.slice(1).join(detailSeparator))}`] : []),
    `L${plain(categoryName)}`,
    '^',
  ]
  return `${fields.join('\n')}\n`
}

/** A value ends with its line. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
