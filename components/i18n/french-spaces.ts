/**
 * French sets a narrow unbreakable space before ; : ! ? » and after «, and one inside a number. Authors of messages type
 * ordinary spaces; this sets them, so that no line breaks before a colon.
 */
export function setFrenchSpaces(sentence: string): string {
  return sentence
    .replace(/[ \u00a0]+(?=[;:!?»])/g, '\u202f')
    .replace(/«[ \u00a0]*/g, '«\u202f')
    .replace(/(\d)[ \u00a0](?=\d{3}(?!\d)|€|%)/g, '$1\u202f')
    .replace(/(\d) (?=[a-zéû])/g, '$1\u00a0')
}
