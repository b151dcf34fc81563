/** A name that whoever knows it recognises, and nobody else reads: the first letter of each of its words, four words at most. */
export function maskName(name: string): string {
  const words = name.split(/[\s-]+/u).filter(word => word !== '')
  return words
    .slice(0, 4)
    .map(word => `${[...word][0]?.toUpperCase()}•••`)
    .join(' ')
}
