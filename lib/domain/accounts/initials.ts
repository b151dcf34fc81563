/**
 * One or two initials of a displayed name (`nameOfLine`), shown if there is no category icon: of its capitalised words, else of any
 * words. Empty for a name without letters.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(word => /^\p{L}/u.test(word))
  const capital = words.filter(word => /^\p{Lu}/u.test(word))
  const [first = '', second = ''] = capital.length > 0 ? capital : words
  return [first, second]
    .map(word => [...word].slice(0, 1).join(''))
    .join('')
    .toUpperCase()
}
