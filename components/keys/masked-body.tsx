/** A body of the log, indented if it is whole: a long one was cut and is no JSON any more. */
export function MaskedBody({ text, none }: { text: string | null; none: string }) {
  if (text === null) return <p className="mt-3 text-soft">{none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe scrollable-region-focusable)
    <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-lg bg-sunken p-4 font-mono text-sm">
      {indented(text)}
    </pre>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
