/** A sentence with its code spans as `<code>`. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of a fixed sentence's parts never changes
      <code key={at} className="font-mono text-sm">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
