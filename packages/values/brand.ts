/**
 * Classes recognised across copies of a module: Next loads modules several times per process, and an error thrown by
 * one copy must be recognised by the others.
 */

export function brandOf(name: string): symbol {
  return Symbol.for(`guichet.${name}`)
}

export function carriesBrand(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && brand in value
}
