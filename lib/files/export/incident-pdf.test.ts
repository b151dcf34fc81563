import { expect, test } from 'vitest'
import { reportKinds } from '#lib/domain/incidents/classification.ts'
import type { IncidentReport } from '#lib/views/incident.ts'
import { incidentPdf } from './incident-pdf.ts'

const at = '2026-11-26T08:10:00.000Z'
const report: IncidentReport = {
  format: 'guichet-incident/1',
  kind: 'initial',
  madeAt: at,
  entity: { name: 'Guichet SAS', authorisation: 'PSDFR-ACPR-17843', contact: 'contact@guichet.example' },
  mode: 'live',
  from: at,
  to: '2026-11-26T11:40:00.000Z',
  awareAt: at,
  classifiedAt: null,
  due: { initial: '2026-11-27T08:10:00.000Z', intermediate: null, final: null },
  counted: {
    people: { affected: 1_234, all: 9_876 },
    merchants: { affected: 0, all: 12 },
    payments: { affected: 7, dailyAverage: 31.5 },
    amounts: { affected: '1234.50', dailyAverage: '9876.00' },
    durationMinutes: 210,
    downtimeMinutes: 45,
  },
  exceeded: ['clients', 'transactions'],
  toJudge: ['critical_services', 'data_losses'],
  ownOutages: [{ from: at, to: at }],
  banks: [
    { code: '19870', name: 'Crédit Atlantique', calls: 900, failed: 88, outages: [{ from: at, to: null }] },
    { code: '19871', name: 'Banque Łódź', calls: 9, failed: 1, outages: [] },
  ],
  events: [{ action: 'payment.alarm', count: 2 }],
  auditTrail: { at, events: 4_711, heads: 'abc', breaks: 0 },
}

test.each(reportKinds.flatMap(kind => (['fr', 'en'] as const).map(language => [kind, language] as const)))(
  'a %s report in %s is a PDF in that language, of two pages at most',
  async (kind, language) => {
    const text = (await incidentPdf({ ...report, kind }, language)).toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text).toContain(`/Lang (${language})`)
    expect(text.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
  },
)

test('a period in which nothing happened, with a hundred kinds of events, is written too', async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({ action: `event.${index}`, count: index }))
  const pdf = await incidentPdf(
    { ...report, mode: 'test', ownOutages: null, banks: [], exceeded: [], events, auditTrail: null },
    'en',
  )
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
})
