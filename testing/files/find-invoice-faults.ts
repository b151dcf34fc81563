import { XMLParser } from 'fast-xml-parser'
import { findSchemaFaults } from './read-with.ts'

/**
 * Checks a Cross Industry Invoice against the published schema of Factur-X, profile EN 16931, and against those business rules of EN 16931
 * that our invoices can break. The rules are written from the standard (CEN/TC 434), not from our writer: BR-1 to BR-9, BR-11, BR-16, BR-21
 * to BR-27, BR-45 to BR-48, BR-50, BR-55, BR-57, BR-61, BR-CO-4, 9, 10, 13 to 18, 25, 26, BR-DEC, BR-S-2, 5, 8, 9, 10, BR-E, AE, IC and G-2, 3,
 * 5, 8, 9, 10, BR-IC-11 and 12, and of the French reform BR-FR-5 (codes of mentions), 8 (kind of operation) and 10 (SIREN).
 */

type Node = { readonly [name: string]: unknown }

const schema = 'node_modules/@stackforge-eu/factur-x/schema/en16931/FACTUR-X_EN16931.xsd'

/** By the schema of Factur-X. */
export const findFormFaults = (xml: string) => findSchemaFaults(schema, xml)

const all = (node: unknown, path: string): unknown[] =>
  path.split('/').reduce<unknown[]>(
    (nodes, name) =>
      nodes.flatMap(one => {
        const child = one instanceof Object ? (one as Node)[name] : undefined
        return child === undefined ? [] : Array.isArray(child) ? child : [child]
      }),
    [node],
  )
const text = (node: unknown, path: string): string => {
  const [found] = all(node, path)
  return found instanceof Object ? String((found as Node)['#text'] ?? '') : String(found ?? '')
}
const has = (node: unknown, path: string) => text(node, path) !== ''

/** Ten decimals, exactly. */
function scaled(amount: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(amount) ?? []
  return BigInt(`${sign}${whole || '0'}${fraction.padEnd(10, '0')}`)
}
const cent = 10n ** 8n
const one = 10n ** 10n
const near = (left: bigint, right: bigint) => (left > right ? left - right : right - left) <= cent / 2n
const sum = (amounts: readonly string[]) => amounts.map(scaled).reduce((total, next) => total + next, 0n)

export function findRuleFaults(xml: string): string[] {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true })
  const invoice: unknown = parser.parse(xml).CrossIndustryInvoice
  const trade = all(invoice, 'SupplyChainTradeTransaction')[0]
  const settlement = all(trade, 'ApplicableHeaderTradeSettlement')[0]
  const rules = [
    ...headRules(invoice, trade, settlement),
    ...lineRules(trade),
    ...sumRules(trade, settlement),
    ...vatRules(trade, settlement),
    ...frenchRules(invoice, trade),
  ]
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]))
}

type Rule = readonly [rule: string, holds: boolean]

function headRules(invoice: unknown, trade: unknown, settlement: unknown): Rule[] {
  const agreement = 'ApplicableHeaderTradeAgreement'
  const [shipTo] = all(trade, 'ApplicableHeaderTradeDelivery/ShipToTradeParty')
  const seller = `${agreement}/SellerTradeParty`
  const total = text(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount')
  const terms = 'SpecifiedTradePaymentTerms'
  const means = 'SpecifiedTradeSettlementPaymentMeans'
  const document = 'ExchangedDocument'
  const registered = [`${seller}/SpecifiedLegalOrganization/ID`, `${seller}/SpecifiedTaxRegistration/ID`]
  return [
    [
      'BR-1',
      text(invoice, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID') ===
        'urn:cen.eu:en16931:2017',
    ],
    ['BR-2', has(invoice, `${document}/ID`)],
    ['BR-3', /^\d{8}$/.test(text(invoice, `${document}/IssueDateTime/DateTimeString`))],
    ['BR-4', ['380', '381'].includes(text(invoice, `${document}/TypeCode`))],
    ['BR-5', /^[A-Z]{3}$/.test(text(settlement, 'InvoiceCurrencyCode'))],
    ['BR-6', has(trade, `${seller}/Name`)],
    ['BR-7', has(trade, `${agreement}/BuyerTradeParty/Name`)],
    ['BR-9', /^[A-Z]{2}$/.test(text(trade, `${seller}/PostalTradeAddress/CountryID`))],
    ['BR-11', /^[A-Z]{2}$/.test(text(trade, `${agreement}/BuyerTradeParty/PostalTradeAddress/CountryID`))],
    ['BR-16', all(trade, 'IncludedSupplyChainTradeLineItem').length > 0],
    ['BR-50', all(settlement, means).every(one => has(one, 'PayeePartyCreditorFinancialAccount/IBANID'))],
    ['BR-55', all(settlement, 'InvoiceReferencedDocument').every(one => has(one, 'IssuerAssignedID'))],
    [
      'BR-55',
      text(invoice, `${document}/TypeCode`) === '380' || all(settlement, 'InvoiceReferencedDocument').length === 1,
    ],
    ['BR-57', shipTo === undefined || has(shipTo, 'PostalTradeAddress/CountryID')],
    ['BR-61', all(settlement, `${means}/TypeCode`).every(code => code === '58')],
    [
      'BR-CO-25',
      scaled(total) <= 0n ||
        has(settlement, `${terms}/DueDateDateTime/DateTimeString`) ||
        has(settlement, `${terms}/Description`),
    ],
    ['BR-CO-26', registered.some(path => has(trade, path))],
    ['BR-CO-9', all(trade, `${seller}/SpecifiedTaxRegistration/ID`).every(isCountrysNumber)],
  ]
}

const isCountrysNumber = (id: unknown) =>
  id instanceof Object && ((id as Node)['@_schemeID'] !== 'VA' || /^[A-Z]{2}/.test(String((id as Node)['#text'])))

function lineRules(trade: unknown): Rule[] {
  const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'
  const quantity = 'SpecifiedLineTradeDelivery/BilledQuantity'
  const net = 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'
  const lines = all(trade, 'IncludedSupplyChainTradeLineItem')
  const ids = lines.map(line => text(line, 'AssociatedDocumentLineDocument/LineID'))
  return [
    ['BR-21', ids.every(Boolean) && new Set(ids).size === ids.length],
    ...lines.flatMap((line): Rule[] => [
      ['BR-22', /^-?\d+(\.\d+)?$/.test(text(line, quantity))],
      ['BR-23', all(line, quantity).every(one => /^[A-Z0-9]{2,3}$/.test(String((one as Node)['@_unitCode'])))],
      ['BR-24', /^-?\d+(\.\d{1,2})?$/.test(text(line, net))],
      ['BR-25', has(line, 'SpecifiedTradeProduct/Name')],
      ['BR-26', has(line, price)],
      ['BR-27', scaled(text(line, price)) >= 0n],
      ['BR-CO-4', has(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode')],
      // Not a rule of the standard, which every receiver checks all the same.
      [
        'quantity × price',
        near((scaled(text(line, quantity)) * scaled(text(line, price))) / one, scaled(text(line, net))),
      ],
    ]),
  ]
}

function sumRules(trade: unknown, settlement: unknown): Rule[] {
  const [sums] = all(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const net = 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'
  const lines = all(trade, 'IncludedSupplyChainTradeLineItem').map(line => text(line, net))
  const taxes = all(settlement, 'ApplicableTradeTax').map(tax => text(tax, 'CalculatedAmount'))
  const of = (name: string) => scaled(text(sums, name))
  const amounts = ['LineTotalAmount', 'TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'DuePayableAmount']
  return [
    ['BR-CO-10', of('LineTotalAmount') === sum(lines)],
    ['BR-CO-13', of('TaxBasisTotalAmount') === of('LineTotalAmount')],
    ['BR-CO-14', of('TaxTotalAmount') === sum(taxes)],
    ['BR-CO-15', of('GrandTotalAmount') === of('TaxBasisTotalAmount') + of('TaxTotalAmount')],
    ['BR-CO-16', of('DuePayableAmount') === of('GrandTotalAmount')],
    ['BR-DEC', amounts.every(name => /^-?\d+(\.\d{1,2})?$/.test(text(sums, name)))],
  ]
}

function vatRules(trade: unknown, settlement: unknown): Rule[] {
  const taxes = all(settlement, 'ApplicableTradeTax')
  const lines = all(trade, 'IncludedSupplyChainTradeLineItem')
  const keyOf = (tax: unknown) => `${text(tax, 'CategoryCode')} ${text(tax, 'RateApplicablePercent')}`
  const netOf = (key: string) =>
    sum(
      lines
        .filter(line => keyOf(all(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax')[0]) === key)
        .map(line =>
          text(line, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
        ),
    )
  const numbered = (party: string) => has(trade, `ApplicableHeaderTradeAgreement/${party}/SpecifiedTaxRegistration/ID`)
  return [
    ['BR-CO-18', taxes.length > 0 && new Set(taxes.map(keyOf)).size === taxes.length],
    ...taxes.flatMap((tax): Rule[] => {
      const [category, rate] = [text(tax, 'CategoryCode'), text(tax, 'RateApplicablePercent')]
      const [basis, vat] = [scaled(text(tax, 'BasisAmount')), scaled(text(tax, 'CalculatedAmount'))]
      const exact = (basis * scaled(rate)) / (100n * one)
      const isCustomers = category === 'AE' || category === 'K'
      return [
        // A cent, as the standard's own test allows: several credit notes share the rounding of one invoice.
        ['BR-CO-17', (exact > vat ? exact - vat : vat - exact) < cent],
        ['BR-47', ['S', 'E', 'AE', 'K', 'G'].includes(category)],
        [`BR-${category}-2`, numbered('SellerTradeParty') && (!isCustomers || numbered('BuyerTradeParty'))],
        [`BR-${category}-5`, category === 'S' ? scaled(rate) > 0n : scaled(rate) === 0n],
        [`BR-${category}-8`, basis === netOf(keyOf(tax))],
        [`BR-${category}-9`, category === 'S' || vat === 0n],
        [`BR-${category}-10`, (category === 'S') !== has(tax, 'ExemptionReason')],
        [
          'BR-IC-11',
          category !== 'K' ||
            has(
              trade,
              'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString',
            ),
        ],
        [
          'BR-IC-12',
          category !== 'K' || has(trade, 'ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/CountryID'),
        ],
      ]
    }),
    [
      'BR-CO-18',
      lines.every(line =>
        taxes.some(tax => keyOf(tax) === keyOf(all(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax')[0])),
      ),
    ],
  ]
}

function frenchRules(invoice: unknown, trade: unknown): Rule[] {
  const codes = all(invoice, 'ExchangedDocument/IncludedNote').map(note => text(note, 'SubjectCode'))
  const isInvoice = text(invoice, 'ExchangedDocument/TypeCode') === '380'
  const [siren] = all(trade, 'ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedLegalOrganization/ID')
  return [
    ['BR-FR-5', !isInvoice || ['PMT', 'PMD', 'AAB'].every(code => codes.includes(code))],
    [
      'BR-FR-8',
      /^[BSM]1$/.test(text(invoice, 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID')),
    ],
    ['BR-FR-10', siren instanceof Object && (siren as Node)['@_schemeID'] === '0002'],
  ]
}
