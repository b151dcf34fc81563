/**
 * Makes `instanceof` true for instances of another copy of a class too: Next loads modules several times per process,
 * and an error thrown by one copy must be recognised by the others.
 */
export function brand(of: abstract new (...args: never) => object, name: string): void {
  const mark = Symbol.for(`guichet.${name}`)
  Object.defineProperty(of.prototype, mark, { value: true })
  Object.defineProperty(of, Symbol.hasInstance, {
    value: (value: unknown) => typeof value === 'object' && value !== null && mark in value,
  })
}
