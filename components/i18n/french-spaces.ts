/**
 * French typography requires a narrow no-break space before ; : ! ? » and after «, and inside numbers. Messages are written
 * with ordinary spaces, which this function replaces.
 */
export function setFrenchSpaces(sentence: string): string {
  return sentence
    .replace(/(?<![ \u00a0])[ \u00a0]+(?=[;:!?»])/g, '\u202f')
    .replace(/«[ \u00a0]*/g, '«\u202f')
    .replace(/(\d)[ \u00a0](?=\d{3}(?!\d)|€|%)/g, '$1\u202f')
    .replace(/(\d) (?=[a-zéû])/g, '$1\u00a0')
}
