import type { PageData } from '#tour/page.ts'
import type { Notification } from './hand.ts'
import { byId, make } from './make.ts'

/** What arrived on the person's phone: a code of the bank, or a mail of Guichet. */
type Arrival = { readonly id: string; readonly from: string; readonly text: string; readonly code: string }

/** A mail as the tour's server tells it. */
export type Mail = { readonly id: string; readonly subject: string }

/** The person's phone beside the frame. */
export type Phone = {
  /** A code from the bank, newest first. The same one again changes nothing. */
  receive(notification: Notification): void
  /** The mails that Guichet sent since the chapter began, oldest first. */
  receiveMails(mails: readonly Mail[]): void
  clear(): void
  /** What is on it, newest first. */
  shown(): readonly Arrival[]
}

const most = 6

export function openPhone({ words: t }: PageData): Phone {
  const list = byId('phone')
  let arrivals: readonly Arrival[] = []
  const draw = () =>
    list.replaceChildren(
      ...(arrivals.length === 0 ? [make('li', { class: 'none' }, t.phoneEmpty)] : arrivals.map(drawArrival)),
    )
  const add = (arrival: Arrival) => {
    if (arrivals.some(({ id }) => id === arrival.id)) return
    arrivals = [arrival, ...arrivals].slice(0, most)
    draw()
  }
  draw()
  return {
    receive: ({ from, text, code }) => add({ id: `code ${code}`, from, text, code }),
    receiveMails: mails => {
      for (const { id, subject } of mails) add({ id, from: t.mailFrom, text: subject, code: '' })
    },
    clear: () => {
      arrivals = []
      draw()
    },
    shown: () => arrivals,
  }
}

export function drawArrival({ from, text, code }: Pick<Arrival, 'from' | 'text' | 'code'>): HTMLElement {
  // The code first, so that it is in sight where the text is longer than the phone.
  const first = code === '' ? [] : [make('b', { class: 'code' }, code)]
  return make('li', {}, [...first, make('strong', {}, from), ' ', make('span', {}, text)])
}
