import type { PageData } from '#tour/page.ts'
import type { Act } from '#tour/story.ts'
import type { FromHand, Notification, Screen, StepKey, ToHand } from './hand.ts'

/** The person's browser: the frame, and the hand in its pages (hand.ts). */
export type PersonFrame = {
  /** A browser in which nobody is signed in, in the page's language at Guichet and at the bank. Rejects if it does not trust the application's address or keeps no cookies. */
  startOver(bankCode: string): Promise<void>
  /** Does one act. Rejects if it is not possible within `patienceMs`. */
  perform(act: Act, paceMs: number): Promise<void>
  /** Ends the act under way, or the wait for a page: both reject. */
  stop(): void
  /** Whether an act can begin on the page in the frame. Rejects after `patienceMs`. */
  canBegin(act: Act): Promise<boolean>
  /** Whether the frame is where host and path match. */
  isAt(hostPath: RegExp): boolean
  /** Waits until the frame's host and path match. Rejects after `patienceMs`. */
  arrive(hostPath: RegExp): Promise<void>
  /** Gives the keyboard back to the page around the frame, if the frame has it. */
  leave(): void
  /** The page in the frame, as it looks now. Rejects after `patienceMs`. */
  show(): Promise<Screen>
}

const patienceMs = 45_000

export type Listener = {
  /** Called with host and path whenever the frame is somewhere else. */
  readonly onArrival: (hostPath: string) => void
  /** Called with what the bank sends to the person's phone. */
  readonly onNotification: (notification: Notification) => void
  /** Called with a key pressed in the frame that its page has no use for. */
  readonly onKey: (key: StepKey) => void
}

/** Waits for what `wake` may have brought about. Rejects after `patienceMs`, with where the frame is. */
function openWaits(whereabouts: () => string) {
  const waiting = new Set<{ readonly isOver: () => boolean; readonly end: () => void }>()
  const wake = () => {
    for (const one of waiting) if (one.isOver()) one.end()
  }
  const until = (isOver: () => boolean) =>
    new Promise<void>((done, failed) => {
      const one = {
        isOver,
        end: () => {
          clearTimeout(late)
          waiting.delete(one)
          done()
        },
      }
      const late = setTimeout(() => {
        waiting.delete(one)
        failed(new Error(`still at ${whereabouts()}`))
      }, patienceMs)
      waiting.add(one)
      wake()
    })
  return { until, wake }
}

export function openFrame(
  frame: HTMLIFrameElement,
  data: PageData,
  { onArrival, onNotification, onKey }: Listener,
): PersonFrame {
  let hostPath = ''
  let origin = ''
  let hasCookies = false
  let lastId = 0
  /** Why an act was not possible, or null, by its id. */
  const finished = new Map<number, string | null>()
  const screens = new Map<number, Screen>()
  const probed = new Map<number, boolean>()
  /** The act under way, sent again to the next page if the frame left before it was begun. */
  let pending: ToHand | null = null
  let stops = 0

  const isOurs = (from: string) =>
    from === data.appOrigin || from.replace(/(?<=^https?:\/\/)\d+(?=\.)/, '*') === data.screensOrigin
  const tell = (message: ToHand) => frame.contentWindow?.postMessage(message, origin)
  const { until, wake } = openWaits(() => hostPath)

  window.addEventListener('message', ({ source, origin: from, data: said }: MessageEvent<FromHand>) => {
    if (source !== frame.contentWindow || !isOurs(from)) return
    if (said.hand === 'here') {
      const { hostname, pathname } = new URL(said.url)
      origin = from
      hostPath = hostname + pathname
      hasCookies = said.hasCookies
      if (pending) tell(pending)
      onArrival(hostPath)
    } else if (said.hand === 'notification') onNotification(said.notification)
    else if (said.hand === 'key') onKey(said.key)
    else if (said.hand === 'probed') probed.set(said.id, said.isPossible)
    else if (said.hand === 'screen') screens.set(said.id, said.screen)
    else finished.set(said.id, said.hand === 'done' ? null : said.why)
    wake()
  })

  /** The same, but `stop` ends it. */
  const untilStopped = async (isOver: () => boolean) => {
    const before = stops
    await until(() => isOver() || stops !== before)
    if (stops !== before) throw new Error('stopped')
  }

  const open = async (address: string) => {
    hostPath = ''
    frame.src = address
    await until(() => hostPath !== '')
  }

  return {
    startOver: async bankCode => {
      pending = null
      // The tour's server has just reached it, so a browser that doesn't refuses its certificate. A frame would stay empty without a word.
      await fetch(`${data.appOrigin}/certificates/none`, { mode: 'no-cors', credentials: 'omit' }).catch(() => {
        throw new Error(data.words.untrusted.replace('{address}', data.appOrigin))
      })
      await open(`${data.screensOrigin.replace('*', bankCode)}/?lang=${data.language}`)
      await open(`${data.appOrigin}/signin`)
      hostPath = ''
      tell({ tour: 'start over', language: data.language })
      await until(() => hostPath === 'localhost/signin')
      if (!hasCookies) throw new Error(data.words.noCookies)
    },
    perform: async (act, paceMs) => {
      if ('open' in act) return open(new URL(act.open, data.appOrigin).href)
      if ('arrive' in act) return untilStopped(() => new RegExp(act.arrive).test(hostPath))
      const id = ++lastId
      pending = { tour: 'act', id, act, paceMs, language: data.language }
      tell(pending)
      await untilStopped(() => finished.has(id))
      pending = null
      const why = finished.get(id)
      if (typeof why === 'string') throw new Error(why)
    },
    stop: () => {
      stops += 1
      pending = null
      if (origin !== '') tell({ tour: 'stop', id: ++lastId })
      wake()
    },
    canBegin: async act => {
      if ('open' in act || 'arrive' in act) return true
      const id = ++lastId
      tell({ tour: 'probe', id, act, language: data.language })
      await until(() => probed.has(id))
      return probed.get(id) === true
    },
    isAt: pattern => pattern.test(hostPath),
    arrive: pattern => untilStopped(() => pattern.test(hostPath)),
    leave: () => {
      if (document.activeElement === frame) frame.blur()
    },
    show: async () => {
      const id = ++lastId
      tell({ tour: 'show', id })
      await until(() => screens.has(id))
      const screen = screens.get(id)
      screens.delete(id)
      if (!screen) throw new Error('no screen')
      return screen
    },
  }
}
