import type { PageData } from '#tour/page.ts'
import type { Inside } from './inside.ts'
import { byId, closestTo, make } from './make.ts'

/** Guichet asks for a renewal that many days before the end (lib/domain/consent/connection.ts). */
const renewSoonDays = 30
const dayMs = 86_400_000

type Known = {
  readonly permissions: Pick<Inside['permissions'], 'grants'>
  readonly about: Inside['about']
}

/** A day on the line of 180, and what happens on it. */
type Event = { readonly day: number; readonly text: string }

/** What is known to come, in days since the chapter began. */
export function eventsOf({ permissions, about }: Known, begunAt: number, t: PageData['words']['events']): Event[] {
  const dayOf = (at: number) => Math.floor(at / dayMs) - Math.floor(begunAt / dayMs)
  const ends = permissions.grants.flatMap(({ refreshExpiresAt }) =>
    refreshExpiresAt ? [dayOf(Date.parse(refreshExpiresAt))] : [],
  )
  const month = new Date(begunAt)
  const monthEnd = dayOf(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))
  const hasCard = about.accounts.some(({ iban }) => iban === '')
  const all = [
    { day: 1, text: t.readings },
    ...(hasCard ? [{ day: monthEnd, text: t.invoice }] : []),
    ...ends.flatMap(end => [
      { day: end - renewSoonDays, text: t.renewal },
      { day: end, text: t.expiry },
    ]),
  ]
  return all.filter(({ day }) => day > 0 && day <= 180).sort((one, other) => one.day - other.day)
}

/** What was read last on that day, or on the last one before it of which anything is known. */
export function recordedOn<Read>(recorded: ReadonlyMap<number, Read>, day: number): Read | null {
  const last = [...recorded.keys()].filter(one => one <= day).reduce((one, other) => Math.max(one, other), -1)
  return recorded.get(last) ?? null
}

/** The line of days: forward the time moves, back the chapter is played again up to its step. `go` does both. */
export function openDays(data: PageData, go: (day: number) => void) {
  const line = byId<HTMLInputElement>('day')
  const said = byId('day-said')
  let begunAt = Date.now()
  let drawn = ''
  const recorded = new Map<number, Inside>()
  const say = () => {
    said.textContent = data.words.dayOf.replace('{day}', line.value)
  }
  line.addEventListener('input', say)
  line.addEventListener('change', () => go(Number(line.value)))
  byId('days').addEventListener('click', event => {
    const day = closestTo(event, '[data-day]')?.dataset.day
    if (day !== undefined) go(Number(day))
  })
  return {
    begin: (now: string) => {
      begunAt = Date.parse(now)
    },
    /** Another story begins: what was recorded is of an earlier one. */
    forget: () => recorded.clear(),
    recorded: (day: number) => recordedOn(recorded, day),
    draw: (inside: Inside) => {
      const day = Math.floor(Date.parse(inside.now) / dayMs) - Math.floor(begunAt / dayMs)
      recorded.set(day, inside)
      // Not while somebody drags it, nor while one of its days has the focus and nothing has changed.
      if (document.activeElement !== line) line.value = String(Math.max(0, Math.min(180, day)))
      say()
      const events = eventsOf(inside, begunAt, data.words.events)
      const now = JSON.stringify([day, events])
      if (now === drawn) return
      drawn = now
      byId('days').replaceChildren(
        ...events.map(event =>
          make('li', { class: event.day <= day ? 'done' : '' }, [
            make('button', { type: 'button', 'data-day': String(event.day) }, `${event.day} · ${event.text}`),
          ]),
        ),
      )
    },
    /** The same time of another day, in ISO 8601. */
    at: (day: number) => new Date(begunAt + day * dayMs).toISOString(),
  }
}
