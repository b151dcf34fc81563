/** By code units or value, not by language. */
export function compare<T extends string | bigint | number>(left: T, right: T): number {
  return Number(left > right) - Number(left < right)
}
