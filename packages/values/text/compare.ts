/** Orders two texts by their characters, or two numbers: negative when `left` comes first, 0 when they are equal. */
export function compare<T extends string | bigint | number>(left: T, right: T): number {
  return Number(left > right) - Number(left < right)
}
