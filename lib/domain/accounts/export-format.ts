export const exportFormats = ['csv', 'csv-fr', 'ofx', 'qif', 'camt053', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportFiles: {
  readonly [format in ExportFormat]: { readonly extension: string; readonly contentType: string }
} = {
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  'csv-fr': { extension: 'csv', contentType: 'text/csv; charset=utf-8; header=present' },
  ofx: { extension: 'ofx', contentType: 'application/x-ofx; charset=utf-8' },
  qif: { extension: 'qif', contentType: 'application/qif; charset=utf-8' },
  camt053: { extension: 'xml', contentType: 'application/xml; charset=utf-8' },
  json: { extension: 'json', contentType: 'application/json; charset=utf-8' },
}

/** No label and no IBAN in it. */
export function exportFileName(format: ExportFormat, day: string): string {
  const { extension } = exportFiles[format]
  const kind = format === 'csv-fr' ? '-fr' : format === 'camt053' ? '-camt053' : ''
  return `guichet-operations-${day.replace(/[^0-9-]/g, '')}${kind}.${extension}`
}
