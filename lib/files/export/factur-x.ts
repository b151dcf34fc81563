import type { InvoiceContent, InvoiceSeller } from '#lib/domain/invoices/content.ts'
import type { ZeroRate } from '#lib/domain/invoices/lifecycle.ts'
import type { VatRate } from '#lib/domain/invoices/totals.ts'
import { unitCodes } from '#lib/domain/invoices/units.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'
import { type InvoiceSheet, invoicedSums, invoiceMentions } from './invoice-sheet.ts'
import { writeXml, type XmlElements } from './line.ts'
import { fileWords } from './words.ts'

/**
 * The data of an invoice as a Cross Industry Invoice (UN/CEFACT D22B) of the profile EN 16931, with what the French
 * reform adds (XP Z12-012): kind of operation, codes of its mentions, electronic addresses by SIREN.
 */

type Sheet = Omit<InvoiceSheet, 'number'> & { readonly number: string }

export function facturX(sheet: Sheet): string {
  const { content, credit } = sheet
  const document = {
    '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
    '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    'rsm:ExchangedDocumentContext': {
      'ram:BusinessProcessSpecifiedDocumentContextParameter': { 'ram:ID': processes[content.supplies] },
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': credit?.number ?? sheet.number,
      'ram:TypeCode': credit === null ? '380' : '381',
      'ram:IssueDateTime': dateOf(credit?.issuedOn ?? sheet.issuedOn),
      'ram:IncludedNote': notesOf(sheet),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': linesOf(sheet),
      'ram:ApplicableHeaderTradeAgreement': agreementOf(sheet),
      'ram:ApplicableHeaderTradeDelivery': deliveryOf(sheet),
      'ram:ApplicableHeaderTradeSettlement': settlementOf(sheet),
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml({ 'rsm:CrossIndustryInvoice': document })}\n`
}

/** BT-23: goods, services, both. */
const processes = { goods: 'B1', services: 'S1', both: 'M1' } as const

const dateOf = (day: string) => ({ 'udt:DateTimeString': { '@format': '102', '#text': day.replaceAll('-', '') } })

function notesOf(sheet: Sheet): XmlElements[] {
  const { content, credit } = sheet
  const own = credit === null ? content.note : credit.content.reason
  return [...(own === null ? [] : [{ code: undefined, text: own }]), ...invoiceMentions(sheet)].map(
    ({ code, text }) => ({
      'ram:Content': text,
      'ram:SubjectCode': code,
    }),
  )
}

/** UNTDID 5305, by the reason for 0 %. */
const zeroCategories = { exempt: 'E', reverse_charge: 'AE', intra_community: 'K', export: 'G' } as const satisfies {
  readonly [reason in ZeroRate]: string
}
const exemptions = { E: undefined, AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G' } as const

const categoryOf = ({ content }: Sheet, rate: VatRate) => (rate === '0' ? zeroCategories[content.zeroRate] : 'S')

function linesOf(sheet: Sheet): XmlElements[] {
  const { content, credit } = sheet
  const whole = invoicedSums(sheet).lines
  const parts = credit?.content.lines ?? whole.map((net, line) => ({ line, net }))
  return parts.flatMap(({ line: at, net }) => {
    const line = content.lines[at]
    if (line === undefined) return []
    const { quantity, price } = pricedOf(net === whole[at] ? line : { quantity: '1', unitPrice: net })
    return {
      'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(at + 1) },
      'ram:SpecifiedTradeProduct': { 'ram:Name': line.description },
      'ram:SpecifiedLineTradeAgreement': { 'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': price } },
      'ram:SpecifiedLineTradeDelivery': {
        'ram:BilledQuantity': { '@unitCode': unitCodes[line.unit], '#text': quantity },
      },
      'ram:SpecifiedLineTradeSettlement': {
        'ram:ApplicableTradeTax': {
          'ram:TypeCode': 'VAT',
          'ram:CategoryCode': categoryOf(sheet, line.vatRate),
          'ram:RateApplicablePercent': line.vatRate,
        },
        'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': net },
      },
    }
  })
}

/** A price is never negative (BR-27): a discount is a negative quantity. */
function pricedOf({ quantity, unitPrice }: { readonly quantity: string; readonly unitPrice: string }) {
  const price = unitPrice.replace(/^[+-]/, '')
  return { quantity: unitPrice.startsWith('-') ? `-${quantity}` : quantity, price }
}

function agreementOf({ seller, customerName, content }: Sheet): XmlElements {
  const { customerNumber, customerVatNumber, customerAddress, customerCountry, purchaseOrder } = content
  const buyer = { number: customerNumber, vatNumber: customerVatNumber, country: customerCountry }
  return {
    'ram:SellerTradeParty': sellerOf(seller),
    'ram:BuyerTradeParty': {
      'ram:Name': customerName,
      ...legalOf(buyer.number),
      'ram:PostalTradeAddress': addressOf(customerAddress, customerCountry),
      ...electronicOf(buyer.number),
      ...registrationOf(buyer.vatNumber),
    },
    'ram:BuyerOrderReferencedDocument': purchaseOrder === null ? undefined : { 'ram:IssuerAssignedID': purchaseOrder },
  }
}

function sellerOf(seller: InvoiceSeller): XmlElements {
  const { name, legalName, addressLines, country, registrationNumber, vatNumber, companyDetails, email } = seller
  const legal = legalOf(registrationNumber, name === legalName ? undefined : name)
  return {
    'ram:Name': legalName,
    'ram:Description': companyDetails ?? undefined,
    ...legal,
    'ram:DefinedTradeContact': {
      'ram:PersonName': name,
      'ram:EmailURIUniversalCommunication': { 'ram:URIID': email },
    },
    'ram:PostalTradeAddress': addressOf(addressLines, country),
    ...electronicOf(registrationNumber),
    // Without a VAT number, the national one (BR-E-02).
    ...(vatNumber === null
      ? { 'ram:SpecifiedTaxRegistration': { 'ram:ID': { '@schemeID': 'FC', '#text': bare(registrationNumber) } } }
      : registrationOf(vatNumber)),
  }
}

const bare = (number: string) => sirenOf(number) ?? number

/** 0002: SIREN. */
function legalOf(number: string | null, tradingName?: string) {
  if (number === null) return {}
  const siren = sirenOf(number)
  const id = siren === null ? number : { '@schemeID': '0002', '#text': siren }
  return { 'ram:SpecifiedLegalOrganization': { 'ram:ID': id, 'ram:TradingBusinessName': tradingName } }
}

/** 0225: where approved platforms find a company. */
function electronicOf(number: string | null) {
  const siren = number === null ? null : sirenOf(number)
  if (siren === null) return {}
  return { 'ram:URIUniversalCommunication': { 'ram:URIID': { '@schemeID': '0225', '#text': siren } } }
}

const registrationOf = (vatNumber: string | null) =>
  vatNumber === null ? {} : { 'ram:SpecifiedTaxRegistration': { 'ram:ID': { '@schemeID': 'VA', '#text': vatNumber } } }

/** The last line with five digits in front is postcode and town; three lines at most are left. */
function addressOf(lines: readonly string[], country: string): XmlElements {
  const [, postcode, city] = /^(\d{4,5}) (.+)$/.exec(lines.at(-1) ?? '') ?? []
  const [one, two, ...more] = city === undefined ? lines : lines.slice(0, -1)
  return {
    'ram:PostcodeCode': postcode,
    'ram:LineOne': one,
    'ram:LineTwo': two,
    'ram:LineThree': more.join(', ') || undefined,
    'ram:CityName': city,
    'ram:CountryID': country,
  }
}

function deliveryOf({ content, issuedOn, customerName }: Sheet): XmlElements {
  const { deliveryAddress, suppliedOn, customerAddress, customerCountry } = content
  const isShown = deliveryAddress.length > 0 || content.zeroRate === 'intra_community'
  const address = deliveryAddress.length > 0 ? deliveryAddress : customerAddress
  return {
    'ram:ShipToTradeParty': isShown
      ? { 'ram:Name': customerName, 'ram:PostalTradeAddress': addressOf(address, customerCountry) }
      : undefined,
    'ram:ActualDeliverySupplyChainEvent': { 'ram:OccurrenceDateTime': dateOf(suppliedOn ?? issuedOn) },
  }
}

function settlementOf(sheet: Sheet): XmlElements {
  const { credit, currency, number, seller, dueOn, issuedOn } = sheet
  const sums = credit?.content ?? invoicedSums(sheet)
  const terms = credit === null ? { 'ram:DueDateDateTime': dateOf(dueOn) } : { 'ram:Description': `${number}` }
  return {
    'ram:PaymentReference': number,
    'ram:InvoiceCurrencyCode': currency,
    ...(credit === null && seller.account !== null ? meansOf(seller.account, seller.legalName) : {}),
    'ram:ApplicableTradeTax': sums.byRate.map(one => taxOf(sheet, one)),
    'ram:SpecifiedTradePaymentTerms': terms,
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': sums.net,
      'ram:TaxBasisTotalAmount': sums.net,
      'ram:TaxTotalAmount': { '@currencyID': currency, '#text': sums.vat },
      'ram:GrandTotalAmount': sums.total,
      'ram:DuePayableAmount': sums.total,
    },
    'ram:InvoiceReferencedDocument':
      credit === null
        ? undefined
        : {
            'ram:IssuerAssignedID': number,
            'ram:FormattedIssueDateTime': {
              'qdt:DateTimeString': { '@format': '102', '#text': issuedOn.replaceAll('-', '') },
            },
          },
  }
}

/** 58: SEPA credit transfer. */
function meansOf({ iban, bic }: NonNullable<InvoiceSeller['account']>, holder: string) {
  return {
    'ram:SpecifiedTradeSettlementPaymentMeans': {
      'ram:TypeCode': '58',
      'ram:PayeePartyCreditorFinancialAccount': { 'ram:IBANID': iban, 'ram:AccountName': holder },
      'ram:PayeeSpecifiedCreditorFinancialInstitution': bic === null ? undefined : { 'ram:BICID': bic },
    },
  }
}

type Tax = { readonly vatRate: VatRate; readonly net: string; readonly vat: string }

function taxOf(sheet: Sheet, { vatRate, net, vat }: Tax): XmlElements {
  const { content, seller } = sheet
  const category = categoryOf(sheet, vatRate)
  const isFranchise = seller.vatNumber === null
  return {
    'ram:CalculatedAmount': vat,
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': category === 'S' ? undefined : exemptionOf(sheet),
    'ram:BasisAmount': net,
    'ram:CategoryCode': category,
    'ram:ExemptionReasonCode': category === 'S' ? undefined : isFranchise ? 'VATEX-FR-FRANCHISE' : exemptions[category],
    'ram:DueDateTypeCode': category === 'S' ? dueCode(content, seller) : undefined,
    'ram:RateApplicablePercent': vatRate,
  }
}

/** VAT is due with the invoice (5), or, on services, with the payment (72); on delivery of goods nothing is said. */
function dueCode({ supplies }: InvoiceContent, { taxOnDebits }: InvoiceSeller): string | undefined {
  return taxOnDebits ? '5' : supplies === 'services' ? '72' : undefined
}

/** As printed. */
function exemptionOf({ content, seller }: Sheet): string {
  const words = fileWords[content.language].invoice
  return seller.vatNumber === null ? words.noVat : (content.vatNote ?? words.zeroRates[content.zeroRate])
}

/** Says in a PDF's metadata which of its files has the data (Factur-X 1.0, 6.2.2), and describes the words it says it with (PDF/A). */
export const facturXMetadata = `
        <rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" rdf:about="">
            <fx:DocumentType>INVOICE</fx:DocumentType>
            <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
            <fx:Version>1.0</fx:Version>
            <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
        </rdf:Description>
        <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq>${['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']
                  .map(
                    name => `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaProperty:name>${name}</pdfaProperty:name>
                        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                        <pdfaProperty:category>external</pdfaProperty:category>
                        <pdfaProperty:description>${name} of the invoice's data</pdfaProperty:description>
                    </rdf:li>`,
                  )
                  .join('')}
                </rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`
