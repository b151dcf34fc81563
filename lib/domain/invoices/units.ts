/** Units of a line, with their code of UN/ECE Recommendation 20 (EN 16931, BT-130). */
export const unitCodes = {
  unit: 'C62',
  hour: 'HUR',
  day: 'DAY',
  month: 'MON',
  flat: 'LS',
  g: 'GRM',
  kg: 'KGM',
  t: 'TNE',
  l: 'LTR',
  m: 'MTR',
  km: 'KMT',
  m2: 'MTK',
  m3: 'MTQ',
  kwh: 'KWH',
} as const
export type Unit = keyof typeof unitCodes
export const units = Object.keys(unitCodes) as [Unit, ...Unit[]]
