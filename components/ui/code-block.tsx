/** Code as it is written; a long line scrolls, also by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-xl bg-sunken p-4">
      <pre className="font-mono text-sm">{children}</pre>
    </section>
  )
}
