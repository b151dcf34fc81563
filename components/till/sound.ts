/** The till’s sound. A browser plays it only after a press, so the context is made on one and lives as long as the window. */

let context: AudioContext | null = null

export function readySound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
}

/** Two rising tones, within half a second. */
export function playPaid(): void {
  if (context === null) return
  const start = context.currentTime
  for (const [at, hertz] of [
    [0, 880],
    [0.18, 1_320],
  ] as const) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, start + at)
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.3)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.3)
  }
}
