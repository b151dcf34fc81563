import type { IncidentReport } from '#lib/views/incident.ts'
import { incidentWords } from './incident-words.ts'
import { openPdf, pdfColors, pdfMargin } from './pdf.ts'

type Language = 'fr' | 'en'

const right = 539
const lowest = 760

/** To complete and keep. */
export async function incidentPdf(report: IncidentReport, language: Language): Promise<Buffer> {
  const words = incidentWords[language]
  const title = words.titles[report.kind]
  const { page, write, finish } = openPdf({ language, title })
  const width = right - pdfMargin
  write('guichet', pdfMargin, 56, 200, { size: 20, weight: 700, color: pdfColors.brand })
  let y = write(title, pdfMargin, 96, width, { size: 20, weight: 700 })
  y = write(words.draft, pdfMargin, y + 6, width, { size: 9.5, color: pdfColors.soft })
  if (report.mode === 'test')
    y = write(words.testData, pdfMargin, y + 6, width, { size: 10.5, weight: 700, color: pdfColors.warning })
  for (const { heading, rows } of sectionsOf(report, language)) {
    if (y > lowest - 80) {
      page.addPage()
      y = pdfMargin
    }
    y = write(heading, pdfMargin, y + 20, width, { size: 13, weight: 700 }) + 6
    for (const { term, value } of rows) {
      if (y > lowest) {
        page.addPage()
        y = pdfMargin
      }
      page.moveTo(pdfMargin, y).lineTo(right, y).lineWidth(0.5).strokeColor('#e5dfd3').stroke()
      const termEnd = write(term, pdfMargin, y + 6, 170, { size: 9.5, color: pdfColors.soft })
      let end = value === '' ? y + 34 : y + 6
      for (const line of value.split('\n'))
        if (line !== '') end = write(line, pdfMargin + 185, end, width - 185, { size: 10 })
      y = Math.max(termEnd, end) + 6
    }
  }
  return finish()
}

type Section = { readonly heading: string; readonly rows: readonly { readonly term: string; readonly value: string }[] }

function sectionsOf(report: IncidentReport, language: Language): readonly Section[] {
  const { sections, terms, criteria, notYet, none, ...words } = incidentWords[language]
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' })
  const when = (at: string | null) => (at === null ? notYet : moment.format(new Date(at)))
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
  const euros = (amount: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(amount as `${number}`)
  const list = (items: readonly string[]) => (items.length === 0 ? none : items.join('\n'))
  const { entity, counted, auditTrail } = report
  const facts = [
    { term: terms.entity, value: `${entity.name}\n${entity.authorisation}\n${entity.contact}` },
    { term: terms.period, value: `${when(report.from)} – ${when(report.to)}` },
    { term: terms.aware, value: when(report.awareAt) },
    { term: terms.classified, value: when(report.classifiedAt) },
    { term: terms.due, value: when(report.due[report.kind]) },
  ]
  const figures = [
    { term: terms.people, value: words.of(number(counted.people.affected), number(counted.people.all)) },
    { term: terms.merchants, value: words.of(number(counted.merchants.affected), number(counted.merchants.all)) },
    {
      term: terms.payments,
      value: words.perDay(number(counted.payments.affected), number(counted.payments.dailyAverage)),
    },
    { term: terms.amounts, value: words.perDay(euros(counted.amounts.affected), euros(counted.amounts.dailyAverage)) },
    { term: terms.downtime, value: words.minutes(number(counted.downtimeMinutes)) },
    { term: terms.exceeded, value: list(report.exceeded.map(criterion => criteria[criterion])) },
    { term: terms.toJudge, value: list(report.toJudge.map(criterion => criteria[criterion])) },
  ]
  const banks = report.banks.map(({ name, calls, failed, outages }) => ({
    term: name,
    value: [
      words.calls(number(failed), number(calls)),
      ...outages.map(({ from, to }) => words.outage(when(from), to === null ? null : when(to))),
    ].join('\n'),
  }))
  const trail =
    auditTrail === null ? notYet : words.checked(when(auditTrail.at), number(auditTrail.events), auditTrail.breaks)
  const events = report.events.map(({ action, count }) => ({ term: action, value: number(count) }))
  return [
    { heading: sections.facts, rows: facts },
    { heading: sections.counted, rows: figures },
    { heading: sections.banks, rows: banks.length > 0 ? banks : [{ term: none, value: ' ' }] },
    { heading: sections.events, rows: [{ term: terms.auditTrail, value: trail }, ...events] },
    { heading: sections.toWrite, rows: words.toWrite[report.kind].map(term => ({ term, value: '' })) },
  ]
}
