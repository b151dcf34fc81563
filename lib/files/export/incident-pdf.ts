import { formatMessage } from '@guichet/values/text/message.ts'
import type { IncidentReport } from '#lib/views/incident.ts'
import { openPdf, pdfColors, pdfMargin } from './pdf.ts'
import { fileWords } from './words.ts'

type Language = 'fr' | 'en'

const right = 539
const lowest = 760

/** To complete and keep. */
export async function incidentPdf(report: IncidentReport, language: Language): Promise<Buffer> {
  const words = fileWords[language].incident
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

function formatsOf(language: Language) {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const { notYet } = fileWords[language].incident
  return {
    say: (message: string, values: Record<string, string | number>) => formatMessage(message, values, language),
    when: (at: string | null) =>
      at === null ? notYet : formatMessage('{at, date, moment}', { at: new Date(at) }, language),
    number: (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value),
    euros: (amount: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(amount as `${number}`),
  }
}

function sectionsOf(report: IncidentReport, language: Language): readonly Section[] {
  const { sections, terms, criteria, notYet, none, ...words } = fileWords[language].incident
  const { say, when, number, euros } = formatsOf(language)
  const list = (items: readonly string[]) => (items.length === 0 ? none : items.join('\n'))
  const share = ({ affected, all }: { affected: number; all: number }) =>
    say(words.of, { affected: number(affected), all: number(all) })
  const perDay = (affected: string, average: string) => say(words.perDay, { affected, average })
  const { entity, counted, auditTrail } = report
  const { payments, amounts } = counted
  const facts = [
    { term: terms.entity, value: `${entity.name}\n${entity.authorisation}\n${entity.contact}` },
    { term: terms.period, value: `${when(report.from)} – ${when(report.to)}` },
    { term: terms.aware, value: when(report.awareAt) },
    { term: terms.classified, value: when(report.classifiedAt) },
    { term: terms.due, value: when(report.due[report.kind]) },
  ]
  const figures = [
    { term: terms.people, value: share(counted.people) },
    { term: terms.merchants, value: share(counted.merchants) },
    { term: terms.payments, value: perDay(number(payments.affected), number(payments.dailyAverage)) },
    { term: terms.amounts, value: perDay(euros(amounts.affected), euros(amounts.dailyAverage)) },
    { term: terms.downtime, value: say(words.minutes, { count: number(counted.downtimeMinutes) }) },
    { term: terms.exceeded, value: list(report.exceeded.map(criterion => criteria[criterion])) },
    { term: terms.toJudge, value: list(report.toJudge.map(criterion => criteria[criterion])) },
  ]
  const downOf = (outages: IncidentReport['banks'][number]['outages']) =>
    outages.map(({ from, to }) => say(to === null ? words.outageNow : words.outage, { from: when(from), to: when(to) }))
  const own = { term: terms.own, value: report.ownOutages === null ? words.unknown : list(downOf(report.ownOutages)) }
  const banks = report.banks.map(({ name, calls, failed, outages }) => {
    const counts = say(words.calls, { failed: number(failed), calls: number(calls) })
    return { term: name, value: [counts, ...downOf(outages)].join('\n') }
  })
  const trail =
    auditTrail === null
      ? notYet
      : say(words.checked, { at: when(auditTrail.at), events: number(auditTrail.events), breaks: auditTrail.breaks })
  const events = report.events.map(({ action, count }) => ({ term: action, value: number(count) }))
  return [
    { heading: sections.facts, rows: facts },
    { heading: sections.counted, rows: [...figures, own] },
    { heading: sections.banks, rows: banks.length > 0 ? banks : [{ term: none, value: ' ' }] },
    { heading: sections.events, rows: [{ term: terms.auditTrail, value: trail }, ...events] },
    { heading: sections.toWrite, rows: words.toWrite[report.kind].map(term => ({ term, value: '' })) },
  ]
}
