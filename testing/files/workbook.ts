import { strToU8, zipSync } from 'fflate'

function cellOf(value: string | number, column: number, row: number): string {
  const at = `r="${'ABC'.charAt(column)}${row + 1}"`
  return typeof value === 'number'
    ? `<c ${at}><v>${value}</v></c>`
    : `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`
}

type Rows = readonly (readonly (string | number)[])[]

/** An Excel workbook of one sheet, as small as one can be. */
export const workbook = (...rows: Rows) => workbookOf({ A: rows })

export function workbookOf(sheets: { readonly [name: string]: Rows }): Uint8Array {
  const each = <One>(xml: (name: string, number: number, rows: Rows) => One) =>
    Object.entries(sheets).map(([name, rows], at) => xml(name, at + 1, rows))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${relation}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}</Relationships>`,
  }
  const parts = each((_, number, rows) => {
    const xml = rows.map(
      (row, at) => `<row r="${at + 1}">${row.map((value, column) => cellOf(value, column, at)).join('')}</row>`,
    )
    const sheet = `<worksheet xmlns="${main}"><sheetData>${xml.join('')}</sheetData></worksheet>`
    return [`xl/worksheets/sheet${number}.xml`, sheet] as const
  })
  return zipSync(Object.fromEntries([...Object.entries(files), ...parts].map(([name, text]) => [name, strToU8(text)])))
}
