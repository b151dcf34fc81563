/**
 * Classes that are known across copies of a module. Next loads a module more than once in a process (pages, routes, the
 * worker), and what lives as long as the process, like a bank with its connections, is made by one copy and used by all:
 * an error thrown by one must be recognised by the others, for money depends on which error it is.
 */

/** The sign of a class, the same in every copy. */
export function brandOf(name: string): symbol {
  return Symbol.for(`guichet.${name}`)
}

/** Whether a value carries the sign. */
export function carriesBrand(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && brand in value
}
