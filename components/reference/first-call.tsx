import { useTranslations } from 'next-intl'
import { Disclosure } from '#components/ui/disclosure.tsx'

const steps = ['key', 'address', 'session', 'pay', 'webhook'] as const

/** The way to a first paid session, and the call that makes one in four languages. `origin` is the address of the API. */
export function FirstCall({ origin }: { origin: string }) {
  const t = useTranslations('keys.reference.steps')
  return (
    <>
      <ol className="mt-3 grid list-decimal gap-2 ps-6">
        {steps.map(step => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <div className="mt-4 grid gap-2">
        {Object.entries(callsTo(origin)).map(([language, code], at) => (
          <Disclosure key={language} title={language} open={at === 0}>
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
              tabIndex={0}
              aria-label={language}
              className="overflow-x-auto rounded-xl bg-sunken p-4"
            >
              <pre className="font-mono text-sm">{code}</pre>
            </section>
          </Disclosure>
        ))}
      </div>
    </>
  )
}

function callsTo(origin: string): Readonly<Record<string, string>> {
  return {
    curl: `curl ${origin}/checkout-sessions \\
  -H "Authorization: Bearer $GUICHET_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": "24.90", "reference": "Order 4711",
       "return_url": "https://shop.example/thanks"}'`,
    TypeScript: `const response = await fetch('${origin}/checkout-sessions', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.GUICHET_KEY}\`,
    'idempotency-key': crypto.randomUUID(),
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    amount: '24.90',
    reference: 'Order 4711',
    return_url: 'https://shop.example/thanks',
  }),
})
const { url } = await response.json()`,
    PHP: `<?php
$request = curl_init('${origin}/checkout-sessions');
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
        'return_url' => 'https://shop.example/thanks',
    ]),
]);
$session = json_decode(curl_exec($request), true);
echo $session['url'];`,
    Python: `import json, os, urllib.request, uuid

request = urllib.request.Request(
    "${origin}/checkout-sessions",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['GUICHET_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "amount": "24.90",
        "reference": "Order 4711",
        "return_url": "https://shop.example/thanks",
    }).encode(),
)
print(json.load(urllib.request.urlopen(request))["url"])`,
  }
}
