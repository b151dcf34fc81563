/** Whole programs. Keys and secrets come from the environment, so that none is pasted. */

export const sampleLanguages = ['curl', 'typescript', 'php', 'python'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

export const sampleNames: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  php: 'PHP',
  python: 'Python',
}

export const sampleSteps = ['session', 'webhook', 'pay'] as const
export type SampleStep = (typeof sampleSteps)[number]

export type SampleSettings = {
  /** `https://guichet.example/api/v1`. */
  readonly api: string
  /** Has no quotes (`findReturnUrlFault`). */
  readonly returnUrl: string
}

export const exampleReturnUrl = 'https://shop.example/thanks'

/** Null: pasted into a terminal. */
export function commandOf(language: SampleLanguage, step: SampleStep): string | null {
  if (language === 'php' && step === 'webhook') return 'php -S localhost:4242 webhook.php'
  return { curl: null, typescript: `node ${step}.mts`, php: `php ${step}.php`, python: `python3 ${step}.py` }[language]
}

/** `{api}` and `{returnUrl}` are filled in. */
const samples: Readonly<Record<SampleLanguage, Readonly<Record<SampleStep, string>>>> = {
  curl: {
    session: `curl {api}/checkout-sessions \\
  -H "Authorization: Bearer $GUICHET_KEY" \\
  -H "Idempotency-Key: order-4711-$(date +%s)" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": "24.90", "reference": "Order 4711",
       "return_url": "{returnUrl}"}'`,
    pay: `curl {api}/checkout-sessions/$SESSION_ID \\
  -H "Authorization: Bearer $GUICHET_KEY"`,
    webhook: `curl {api}/webhook-endpoints \\
  -H "Authorization: Bearer $GUICHET_KEY" \\
  -H "Idempotency-Key: webhooks-$(date +%s)" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://shop.example/webhooks"}'`,
  },
  typescript: {
    session: `const response = await fetch('{api}/checkout-sessions', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.GUICHET_KEY}\`,
    'idempotency-key': crypto.randomUUID(),
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    amount: '24.90',
    reference: 'Order 4711',
    return_url: '{returnUrl}',
  }),
})
const session = await response.json()
if (!response.ok) throw new Error(session.detail)
console.log(session.id, session.url)`,
    pay: `const { GUICHET_KEY, SESSION_ID } = process.env
const response = await fetch(\`{api}/checkout-sessions/\${SESSION_ID}\`, {
  headers: { authorization: \`Bearer \${GUICHET_KEY}\` },
})
const session = await response.json()
if (!response.ok) throw new Error(session.detail)
console.log(session.status)`,
    webhook: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const { GUICHET_SECRET = '', PORT = '4242' } = process.env
const secret = Buffer.from(GUICHET_SECRET.replace('whsec_', ''), 'base64')
if (secret.length === 0) throw new Error('GUICHET_SECRET is missing: whsec_…')

async function readBody(request: IncomingMessage) {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > 1_000_000) throw new Error('No webhook is that long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

createServer(async (request, response) => {
  // Anybody can send anything here, or hang up before the end.
  const body = await readBody(request).catch(() => null)
  if (body === null) return response.writeHead(400).end()
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = request.headers
  const hash = createHmac('sha256', secret).update(\`\${id}.\${sentAt}.\`).update(body).digest('base64')
  const expected = Buffer.from(\`v1,\${hash}\`)
  const isGenuine = String(signatures)
    .split(' ')
    .map(one => Buffer.from(one))
    .some(one => one.length === expected.length && timingSafeEqual(one, expected))
  const isRecent = Math.abs(Date.now() / 1000 - Number(sentAt)) < 300
  if (!isGenuine || !isRecent) return response.writeHead(400).end()
  const event = JSON.parse(body.toString())
  if (/^payment\\./.test(event.type) && event.data.paid) console.log(event.data.reference, 'is paid')
  response.writeHead(204).end()
}).listen(Number(PORT))`,
  },
  php: {
    session: `<?php
$request = curl_init('{api}/checkout-sessions');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('GUICHET_KEY'),
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'amount' => '24.90',
        'reference' => 'Order 4711',
        'return_url' => '{returnUrl}',
    ]),
]);
$session = json_decode(curl_exec($request), true);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 201) {
    exit($session['detail'] . "\\n");
}
echo $session['id'], ' ', $session['url'], "\\n";`,
    pay: `<?php
$request = curl_init('{api}/checkout-sessions/' . getenv('SESSION_ID'));
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('GUICHET_KEY')],
]);
$session = json_decode(curl_exec($request), true);
echo $session['status'] ?? $session['detail'], "\\n";`,
    webhook: `<?php
$secret = base64_decode(str_replace('whsec_', '', (string) getenv('GUICHET_SECRET')));
if ($secret === '') {
    error_log('GUICHET_SECRET is missing: whsec_…');
    http_response_code(500);
    exit;
}
$body = file_get_contents('php://input');
$sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$signed = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$sentAt.$body";
$expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
$isGenuine = array_filter($signatures, fn($one) => hash_equals($expected, $one)) !== [];
if (!$isGenuine || abs(time() - (int) $sentAt) > 300) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);
if (str_starts_with($event['type'], 'payment.') && $event['data']['paid']) {
    error_log($event['data']['reference'] . ' is paid');
}
http_response_code(204);`,
  },
  python: {
    session: `import json, os, urllib.error, urllib.request, uuid

request = urllib.request.Request(
    "{api}/checkout-sessions",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['GUICHET_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "amount": "24.90",
        "reference": "Order 4711",
        "return_url": "{returnUrl}",
    }).encode(),
)
try:
    session = json.load(urllib.request.urlopen(request))
    print(session["id"], session["url"])
except urllib.error.HTTPError as refusal:
    print(json.load(refusal)["detail"])`,
    pay: `import json, os, urllib.request

request = urllib.request.Request(
    "{api}/checkout-sessions/" + os.environ["SESSION_ID"],
    headers={"Authorization": f"Bearer {os.environ['GUICHET_KEY']}"},
)
print(json.load(urllib.request.urlopen(request))["status"])`,
    webhook: `import base64, hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(os.environ.get("GUICHET_SECRET", "").removeprefix("whsec_"))
if not secret:
    sys.exit("GUICHET_SECRET is missing: whsec_…")

class Webhooks(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        length = self.headers["Content-Length"] or ""
        fits = length.isdecimal() and int(length) < 1_000_000
        body = self.rfile.read(int(length)) if fits else b""
        sent_at = self.headers["webhook-timestamp"] or ""
        recent = sent_at.isdecimal() and abs(time.time() - int(sent_at)) < 300
        signed = f"{self.headers['webhook-id']}.{sent_at}.".encode() + body
        hashed = hmac.new(secret, signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(hashed)
        signatures = (self.headers["webhook-signature"] or "").encode().split(b" ")
        genuine = any(hmac.compare_digest(expected, one) for one in signatures)
        if not genuine or not recent:
            self.send_response(400)
        else:
            event = json.loads(body)
            if event["type"].startswith("payment.") and event["data"]["paid"]:
                print(event["data"]["reference"], "is paid", flush=True)
            self.send_response(204)
        self.end_headers()

ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", 4242))), Webhooks).serve_forever()`,
  },
}

export function samplesIn(language: SampleLanguage, settings: SampleSettings): Readonly<Record<SampleStep, string>> {
  const { session, webhook, pay } = samples[language]
  const fill = (text: string) => text.replace(/\{(api|returnUrl)\}/g, (_, name: keyof SampleSettings) => settings[name])
  return { session: fill(session), webhook: fill(webhook), pay: fill(pay) }
}
