import { answer } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { ledgerCsv, readLedger } from '#lib/services/consent/ledger.ts'

/** The ledger of consents; with `?format=csv` or `?format=json` as a file. */
export const GET = answer(async ({ who, id, query }) => {
  const ledger = await readLedger(who, id)
  const format = query.get('format')
  if (format !== 'csv' && format !== 'json') return ledger
  const text = format === 'csv' ? ledgerCsv(ledger) : JSON.stringify(ledger, null, 2)
  const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
  return answerFile({ name: `consents-${ledger.bank.code}.${format}`, type: type, body: text })
})
