/** Public: what search engines may look at. A payment or a link is for whoever it was sent to. */
export function GET(): Response {
  const text = ['User-agent: *', 'Disallow: /api/', 'Disallow: /l/', 'Disallow: /pay/', ''].join('\n')
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
