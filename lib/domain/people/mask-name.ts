/** First letter of up to four words: known only to those who know it. */
export function maskName(name: string): string {
  const words = name.split(/[\s-]+/u).filter(word => word !== '')
  return words
    .slice(0, 4)
    .map(word => `${[...word][0]?.toUpperCase()}•••`)
    .join(' ')
}
