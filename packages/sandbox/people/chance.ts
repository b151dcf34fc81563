/** Reproducible random numbers: the same for the same key. */
export type Chance = {
  /** From 0 to below 1. */
  next(): number
  /** Whole number, both bounds included. */
  whole(min: number, max: number): number
  /** Cents, both bounds included. */
  cents(min: number, max: number): bigint
  /** A retail price in cents with the usual endings: 0, 5, 9 or any. */
  price(min: number, max: number): bigint
  happens(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Random numbers determined by a key, which is only hashed when one is drawn, because most schedules draw none. */
export function chanceOf(...key: readonly (string | number)[]): Chance {
  let state: number | null = null
  const next = () => {
    state ??= hashOf(key.join('|'))
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    cents: (min, max) => BigInt(whole(min, max)),
    price(min, max) {
      const amount = whole(min, max)
      const ending = [0, 50, 90, 95, 99, amount % 100][whole(0, 5)] ?? 0
      return BigInt(Math.max(min, amount - (amount % 100) + ending))
    },
    happens: probability => next() < probability,
    pick: list => list[whole(0, list.length - 1)] ?? list[0],
  }
}

// FNV-1a, then a final mix so that keys that differ in their last letter start far apart.
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}
