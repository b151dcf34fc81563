import { addDays, dayMs, type IsoDate } from './day.ts'

/** Settlement days of euro transfers (TARGET): Monday to Friday except six holidays. */

const fixed = ['01-01', '05-01', '12-25', '12-26']

export function isBankDay(day: IsoDate): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay()
  if (weekday === 0 || weekday === 6 || fixed.includes(day.slice(5))) return false
  const sinceEaster = Math.round((date.getTime() - easterSunday(date.getUTCFullYear()).getTime()) / dayMs)
  return sinceEaster !== -2 && sinceEaster !== 1
}

/** The start need not be a bank day. */
export function addBankDays(day: IsoDate, count: number): IsoDate {
  let current = day
  for (let left = count; left > 0; ) {
    current = addDays(current, 1)
    if (isBankDay(current)) left -= 1
  }
  return current
}

/** The day itself, or the nearest bank day after (1) or before (-1). */
export function moveToBankDay(day: IsoDate, direction: 1 | -1): IsoDate {
  let current = day
  while (!isBankDay(current)) current = addDays(current, direction)
  return current
}

/** Meeus, Jones and Butcher; midnight UTC. */
function easterSunday(year: number): Date {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const day = epact + weekday - 7 * late + 114
  return new Date(Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1))
}
