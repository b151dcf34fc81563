/** One key of the till's pad: a digit, the decimal mark, or `back`. At most seven digits before the mark and two after. */
export function pressKey(text: string, key: string, mark: ',' | '.'): string {
  if (key === 'back') return text.slice(0, -1)
  if (key === mark) return text.includes(mark) ? text : `${text || '0'}${mark}`
  const [whole = '', cents] = text.split(mark)
  if (cents !== undefined) return cents.length < 2 ? text + key : text
  if (whole === '0') return key
  return whole.length < 7 ? text + key : text
}
