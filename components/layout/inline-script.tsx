type InlineScriptProps = { nonce: string | undefined; text: string }

/** A script in the page that runs before any other. Its text is the server's: a browser renders it without one, and keeps what is there. */
export function InlineScript({ nonce, text }: InlineScriptProps) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {text}
    </script>
  )
}
