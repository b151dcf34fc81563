/**
 * Classes recognised across copies of a module. Next loads modules more than once per process (pages, routes, the
 * worker), and long-lived objects, like a bank with its connections, are created by one copy and used by all: an error
 * thrown by one must be recognised by the others, because decisions about money depend on it.
 */

/** The symbol of a class, the same in every copy. */
export function brandOf(name: string): symbol {
  return Symbol.for(`guichet.${name}`)
}

/** Whether a value has the symbol. */
export function carriesBrand(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && brand in value
}
