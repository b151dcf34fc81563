type InlineScriptProps = { nonce: string | undefined; text: string }

/** A script in the page that runs before any other. The server renders its text; a browser has it already, and passes an empty one. */
export function InlineScript({ nonce, text }: InlineScriptProps) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {text}
    </script>
  )
}
