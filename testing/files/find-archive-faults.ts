import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { pdfObjects, pdfStream } from './pdf.ts'

/**
 * What ISO 19005-3 (PDF/A-3b) and Factur-X 1.0 ask of a file that our writer makes: file structure (6.1), colour and transparency (6.2), fonts
 * (6.2.11), annotations and actions (6.3, 6.5), metadata (6.6) and embedded files (6.8). Written from the standards, not from our writer.
 */

type Rule = readonly [rule: string, holds: boolean]

/** `image`: the soft mask of an image, which an output intent allows. */
export function findArchiveFaults(pdf: Buffer, { image = false } = {}): string[] {
  const raw = pdf.toString('latin1')
  const objects = [...pdfObjects(pdf).values()]
  // Without what is drawn and embedded.
  const dictionaries = objects.map(body => body.replace(/stream\r?\n[\s\S]*/, ''))
  const catalog = dictionaries.find(body => /\/Type \/Catalog\b/.test(body)) ?? ''
  const info = dictionaries.find(body => /\/Producer \d/.test(body)) ?? ''
  const at = (name: string, body: string) => {
    const [, id = ''] = new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body) ?? []
    return pdfObjects(pdf).get(id) ?? ''
  }
  const rules = [
    ...fileRules(pdf, raw),
    ...colourRules(at('OutputIntents', catalog), body => pdfStream(at('DestOutputProfile', body))),
    ...drawnRules(dictionaries, image),
    ...fontRules(dictionaries),
    ...metadataRules(at('Metadata', catalog), at('CreationDate', info)),
    ...attachmentRules(at('AF', catalog), catalog, body => at('F', body.slice(body.indexOf('/EF')))),
  ]
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]))
}

function fileRules(pdf: Buffer, raw: string): Rule[] {
  const [, start = ''] = /startxref\n(\d+)\n%%EOF\s*$/.exec(raw) ?? []
  const table = raw.slice(Number(start))
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset))
  return [
    [
      'a header and four bytes above 127',
      /^%PDF-1\.[4-7]\n%[\x80-\xff]{4}/.test(pdf.subarray(0, 16).toString('latin1')),
    ],
    [
      'a table of objects that are there',
      offsets.length > 0 && offsets.every(one => /^\d+ 0 obj\n/.test(raw.slice(one, one + 20))),
    ],
    ['an identifier', /\/ID \[<\w{32}> <\w{32}>\]/.test(table)],
    ['no encryption', !/\/Encrypt\b/.test(table)],
  ]
}

function colourRules(intent: string, profileOf: (intent: string) => string): Rule[] {
  const profile = intent === '' ? '' : profileOf(intent)
  return [
    ['an output intent of PDF/A', /\/S \/GTS_PDFA1\b/.test(intent) && /\/OutputConditionIdentifier\b/.test(intent)],
    ['an RGB profile', profile.slice(36, 40) === 'acsp' && profile.slice(16, 20) === 'RGB '],
  ]
}

function drawnRules(dictionaries: readonly string[], image: boolean): Rule[] {
  const all = dictionaries.join('\n')
  const masks = dictionaries.filter(body => /\/SMask \d/.test(body))
  const printed = dictionaries.filter(body => /\/Type \/Annot\b/.test(body))
  return [
    ['nothing is see-through', !/\/(?:CA|ca) (?!1(?:\.0*)?\b)|\/BM \/(?!Normal)|\/S \/Transparency/.test(all)],
    ['a soft mask of an image alone', masks.every(body => image && /\/Subtype \/Image\b/.test(body))],
    ['no interpolation, no LZW, no colours of print', !/\/Interpolate true|\/LZWDecode|\/DeviceCMYK/.test(all)],
    ['annotations are printed', printed.every(body => /\/F 4\b/.test(body))],
    [
      'links alone act',
      !/\/S \/(?:JavaScript|Launch|GoToE|SubmitForm|Sound|Movie)\b|\/(?:AA|OpenAction|JS)\b/.test(all),
    ],
  ]
}

function fontRules(dictionaries: readonly string[]): Rule[] {
  const fonts = dictionaries.filter(body => /\/Type \/Font\b/.test(body))
  const descriptors = dictionaries.filter(body => /\/Type \/FontDescriptor\b/.test(body))
  const composed = fonts.filter(body => /\/Subtype \/Type0\b/.test(body))
  const drawn = fonts.filter(body => !composed.includes(body))
  return [
    ['fonts inside', drawn.length > 0 && drawn.every(body => /\/FontDescriptor \d/.test(body))],
    ['font programs', descriptors.length > 0 && descriptors.every(body => /\/FontFile[23]? \d/.test(body))],
    [
      'letters of glyphs',
      composed.every(body => /\/ToUnicode \d/.test(body) && /\/Encoding \/Identity-H\b/.test(body)),
    ],
    [
      'glyphs of characters',
      drawn.every(body => !/CIDFontType2/.test(body) || /\/CIDToGIDMap \/Identity\b/.test(body)),
    ],
  ]
}

const text = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1]?.trim() ?? ''

function metadataRules(body: string, created: string): Rule[] {
  const xml = Buffer.from(pdfStream(body), 'latin1').toString()
  const declared = new XMLParser().parse(xml)
  const extension = xml.slice(xml.indexOf('<pdfaExtension:schemas>'), xml.indexOf('</pdfaExtension:schemas>'))
  const properties = ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel']
  return [
    ['metadata that are read as they are', body.includes('/Subtype /XML') && !body.includes('/Filter')],
    ['well-formed metadata', xml !== '' && declared !== undefined && XMLValidator.validate(xml) === true],
    ['part 3, level B', text(xml, 'pdfaid:part') === '3' && text(xml, 'pdfaid:conformance') === 'B'],
    [
      'the same moment twice',
      created !== '' && created.replace(/\D/g, '') === text(xml, 'xmp:CreateDate').replace(/\D/g, ''),
    ],
    ['a title', /<dc:title>[\s\S]*<rdf:li xml:lang="x-default">[^<]+</.test(xml)],
    [
      'Factur-X, EN 16931',
      properties.map(name => text(xml, `fx:${name}`)).join() === 'INVOICE,factur-x.xml,1.0,EN 16931',
    ],
    [
      'its properties are declared',
      extension.includes('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#') &&
        properties.every(name => extension.includes(`<pdfaProperty:name>${name}<`)),
    ],
  ]
}

function attachmentRules(file: string, catalog: string, embeddedOf: (file: string) => string): Rule[] {
  const embedded = embeddedOf(file)
  return [
    ['a file of the document', /\/AF \[\d+ 0 R\]/.test(catalog) && /\/Names \d+ 0 R/.test(catalog)],
    ['called as the metadata say', /\/F \(factur-x\.xml\)/.test(file) && /\/UF \(factur-x\.xml\)/.test(file)],
    ['an alternative to what is drawn', /\/AFRelationship \/Alternative\b/.test(file)],
    ['its type and day', /\/Subtype \/text#2Fxml\b/.test(embedded) && /\/ModDate \(D:\d{14}/.test(embedded)],
  ]
}
