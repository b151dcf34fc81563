import { byId } from './make.ts'
import { drawArrival } from './phone.ts'

// A phone in the room: shows what the person sees, as often as it changes.
type Told = {
  readonly version: number
  readonly address: string
  readonly phone: readonly { readonly from: string; readonly text: string; readonly code: string }[]
}

const home = document.body.dataset.home ?? ''
new EventSource(`${home}/live`).addEventListener('shown', ({ data }: MessageEvent<string>) => {
  const { version, address, phone }: Told = JSON.parse(data)
  byId('address').textContent = address
  byId<HTMLIFrameElement>('screen').src = `${home}/screen?version=${version}`
  byId('phone').replaceChildren(...phone.map(drawArrival))
})
