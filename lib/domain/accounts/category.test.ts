import { foldText } from '@guichet/values/text/clean.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { builtInCategories, isBuiltInCategory } from './category.ts'
import { categorise, type FilingLine } from './filing.ts'
import { prepareRule } from './rule.ts'
import { type TransactionNature, transactionNatures } from './transaction.ts'
import { counterpartyOf } from './transaction-counterparty.ts'

function line(label: string, nature: FilingLine['nature'] = 'card', amountMinor = -1000n): FilingLine {
  const folded = foldText(label)
  const side = counterpartyOf(label, nature)
  return {
    accountId: 'a',
    searchText: folded,
    counterparty: side,
    amountMinor,
    currency: 'EUR',
    nature,
    subFamily: null,
    label: folded,
    isBusiness: false,
  }
}

describe('a transaction is categorised', () => {
  test.each(rowsOf<[string, string]>(import.meta.url, 'card-categories'))('%s: %s', (label, category) => {
    expect(categorise(line(label), []).category).toBe(category)
  })

  test.each(rowsOf<[string, string]>(import.meta.url, 'debit-categories'))('%s: %s', (label, category) => {
    expect(categorise(line(label, 'direct_debit'), []).category).toBe(category)
  })

  test.each(rowsOf<[string, TransactionNature, bigint, string]>(import.meta.url, 'business-categories'))(
    'on a business’s account %s (%s, %d) is %s',
    (label, nature, amount, category) => {
      expect(categorise({ ...line(label, nature, amount), isBusiness: true }, []).category).toBe(category)
    },
  )

  test('what an owner brings in or takes out is neither sales nor wages, by their name or its words', () => {
    const filed = (text: string, part: object) =>
      categorise({ ...line('VIR SEPA RECU X', 'transfer_in', 1n), searchText: text, isBusiness: true, ...part }, [])
        .category
    const out = { nature: 'transfer_out', amountMinor: -1n }
    expect(filed('x', { isOwners: true })).toBe('owner')
    expect(filed('x remuneration gerant', { ...out, isOwners: true })).toBe('owner')
    expect(filed('x apport compte courant associe', {})).toBe('owner')
    expect(filed('x prelevement de l exploitant', out)).toBe('owner')
    expect(filed('x prelevement personnel', { ...out, isBusiness: false })).toBe('to_file')
    expect(filed('x', { nature: 'cheque', isOwners: true })).toBe('sales')
  })

  test.each(['transfer_in', 'international', 'effect', 'cheque', 'levy_received'] as const)(
    'money that comes in by %s is income, whoever it is of',
    nature => {
      expect(categorise(line('X', nature, 1n), []).category).toBe('other_income')
    },
  )

  test('words are whole: a saxophone is no tax, a barber no bar', () => {
    expect(categorise(line('CARTE 01/02 TAXIDERMIE BARBIER'), []).category).toBe('to_file')
  })

  test('a salary is incoming; an outgoing one stays `to_file`', () => {
    const salary = { ...line('VIR SEPA RECU SALAIRE X', 'transfer_in', 250_000n), subFamily: 'SALA' }
    expect(categorise(salary, [])).toEqual({ category: 'salary', source: 'code', ruleId: null })
    expect(categorise({ ...salary, amountMinor: -250_000n }, []).category).toBe('to_file')
    expect(categorise(line('VIR SEPA RECU SALAIRE X', 'transfer_in', 1n), [])).toMatchObject({
      category: 'salary',
      source: 'label',
    })
    expect(categorise(line('VIR SEPA EMIS SALAIRES MARS', 'transfer_out'), []).category).toBe('to_file')
    expect(categorise(line('VIR SEPA RECU CAF DU RHONE', 'transfer_in', 100n), []).category).toBe('benefits')
  })

  test('a zero amount counts as incoming', () => {
    const salary = { ...line('VIR SEPA RECU X', 'transfer_in', 0n), subFamily: 'SALA' }
    expect(categorise(salary, []).category).toBe('salary')
    expect(categorise(line('CARTE 12/11 IKEA', 'card', 0n), []).category).toBe('refund')
  })

  test.each(['ENC CB 24/11 MARCHE MONPLAISIR', 'REMISE CB 212 OPERATIONS', 'ENCAISSEMENT CARTE'])(
    'what customers paid a trader by card is income: %s',
    label => {
      expect(categorise(line(label, 'card', 1750n), []).category).toBe('other_income')
      expect(categorise(line(label, 'card', -1750n), []).category).not.toBe('other_income')
    },
  )

  test.each([
    ['VIR SEPA EMIS LIVRET A', 'transfer_out', -70_000n],
    ['RETRAIT EPARGNE LIVRET A', 'transfer_in', 27_000n],
  ] as const)('money that goes to savings or comes from there is savings: %s', (label, nature, amount) => {
    expect(categorise(line(label, nature, amount), []).category).toBe('savings')
  })

  test('money that a shop gives back is a refund', () => {
    expect(categorise(line('CARTE 12/11 IKEA', 'card', 1000n), []).category).toBe('refund')
  })

  test.each(['interest', 'fee', 'cash', 'loan', 'incident', 'securities', 'reversal'] as const)(
    'a %s is what the code says, whatever the label',
    nature => {
      expect(categorise(line('CARREFOUR LOYER', nature), []).source).toBe('code')
    },
  )

  test('every nature has a category that exists', () => {
    for (const nature of transactionNatures) {
      expect(builtInCategories).toContain(categorise(line('', nature), []).category)
    }
  })

  test.each(['transfer_out', 'direct_debit', 'cheque', 'card', 'effect', 'international', 'other'] as const)(
    '%s is a way of paying: filed by who was paid, else to file',
    nature => {
      expect(builtInCategories).not.toContain(nature === 'transfer_out' ? 'transfer' : nature === 'other' ? '' : nature)
      expect(categorise(line('0012345', nature), [])).toEqual({ category: 'to_file', source: 'code', ruleId: null })
      expect(categorise(line('0012345 FONCIA', nature), []).category).toBe('housing')
      const ruled = { counterparty: 'mme keller', direction: null, minMinor: null, maxMinor: null, currency: null }
      const rules = [prepareRule({ ...ruled, id: 'r', accountId: null, pattern: '', category: 'children' })]
      expect(categorise({ ...line('VIR SEPA MME KELLER', nature), counterparty: 'mme keller' }, rules)).toMatchObject({
        category: 'children',
        source: 'rule',
      })
    },
  )

  test('the second remittance line counts if the first has no hint, for payments but not for incoming money', () => {
    const two = {
      ...line('VIR SEPA EMIS M KELLER', 'transfer_out'),
      searchText: 'vir sepa emis m keller loyer mars 10.00',
    }
    expect(categorise(two, [])).toEqual({ category: 'housing', source: 'label', ruleId: null })
    expect(categorise({ ...two, label: 'vir sepa emis lidl' }, []).category).toBe('groceries')
    const received = { ...two, nature: 'transfer_in', amountMinor: 1000n } as const
    expect(categorise(received, []).category).toBe('other_income')
    expect(categorise({ ...received, searchText: `${two.searchText} salaire` }, []).category).toBe('other_income')
  })

  test('a rule of the person comes before everything', () => {
    const rule = {
      id: 'r',
      counterparty: null,
      direction: null,
      minMinor: null,
      maxMinor: null,
      currency: null,
      accountId: null,
    }
    const rules = [prepareRule({ ...rule, pattern: 'carrefour', category: 'own' })]
    expect(categorise(line('CARTE 12/11 CARREFOUR', 'fee'), rules)).toEqual({
      category: 'own',
      source: 'rule',
      ruleId: 'r',
    })
    expect(categorise(line('CARTE 12/11 LIDL'), rules).source).toBe('label')
  })
})

test('built-in names are known by name', () => {
  expect(isBuiltInCategory('salary')).toBe(true)
  expect(isBuiltInCategory('toString')).toBe(false)
})
