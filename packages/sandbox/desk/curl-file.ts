import { groupDomain } from '#sandbox/banks.ts'
import { registrationClientIds } from '#sandbox/oauth/client.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { listGrants } from '#sandbox/store/tokens.ts'
import { keptBodyBytes, type WireCall } from '#sandbox/wire/request-log.ts'
import { parseSignatureHeader } from '#sandbox/wire/signature-header.ts'
import { redactHeader, redactSecrets, redactText } from './redact.ts'

const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

/** Headers that curl or the script makes. */
const madeAnew = /^(host|content-length|connection|transfer-encoding|expect|signature)$/i

/** Headers that are secret or valid for one call only: variables of the script. */
const variables: Readonly<Record<string, string>> = {
  authorization: 'Bearer $ACCESS_TOKEN',
  host: '$HOST',
  date: '$DATE',
  digest: '$DIGEST',
  'x-request-id': '$REQUEST_ID',
}

/**
 * A call as a shell script with curl that repeats it. Secrets are masked, and IBANs too unless `isWhole`; digest, date, request id and
 * signature (bank:D14, bank:D15) are made when it runs, from what is then sent, so that they cover values that were filled in. Without an
 * `ACCESS_TOKEN` the script asks the bank or the control desk for one.
 */
export function writeCurlFile(sandbox: Sandbox, call: WireCall, isWhole = false): string {
  const redact = isWhole ? redactSecrets : redactText
  const body = redact(call.requestBody.toString('utf8'))
  const parts = { body, target: redact(call.target), headers: headersOf(call) }
  const signature = signingLines(call, parts)
  const hasDigest = parts.headers.some(([name]) => name.toLowerCase() === 'digest')
  return `${[
    ...introduction(call, parts),
    ...settingLines(sandbox, call),
    ...(parts.body === '' && !hasDigest ? [] : [`BODY=${quote(parts.body)}`]),
    ...(hasDigest ? [digestLine] : []),
    ...signature,
    ...sendingLines(call, parts, signature.length > 0),
  ].join('\n')}\n`
}

type Parts = {
  readonly body: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
}

function headersOf(call: WireCall): Parts['headers'] {
  return call.requestHeaders
    .filter(([name]) => !madeAnew.test(name))
    .map(([name, value]) => [name, redactHeader(name, value)])
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

function introduction(call: WireCall, { body, target, headers }: Parts): string[] {
  const code = call.code === null ? '' : ` ${printable(redactText(call.code))}`
  const isMasked =
    body !== call.requestBody.toString('utf8') ||
    target !== call.target ||
    headers.some(([name, value]) => variables[name.toLowerCase()] === undefined && value.includes('…'))
  return [
    '#!/bin/sh',
    `# Call ${call.id} of ${call.realAt.toISOString()}: ${call.status ?? 'no answer'}${code}`,
    '# Secrets are not in here: ACCESS_TOKEN is asked for when it is not set. Date, request id, digest and signature are made anew.',
    ...(isMasked ? ['# What holds an ellipsis was masked: put your own value there, or the bank refuses it.'] : []),
    ...(call.requestBody.length >= keptBodyBytes
      ? [`# The body is cut: the desk keeps ${keptBodyBytes} bytes of each.`]
      : []),
  ]
}

// Reading a payment repeats the X-Request-ID of its request (bank:D36); every other call has its own (bank:D18).
function requestIdOf(call: WireCall): string {
  const sent = call.requestHeaders.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? ''
  const isRepeated = call.method === 'GET' && call.target.includes('/payment-requests/')
  return isRepeated && /^[\w-]{1,70}$/.test(sent) ? sent : `desk-${call.id}-$$`
}

function settingLines(sandbox: Sandbox, call: WireCall): string[] {
  const settings = [
    ['PKI', quote(`${sandbox.settings.dataDir}/pki`)],
    ['QWAC', '$PKI/tpp/qwac.pem'],
    ['QWAC_KEY', '$PKI/tpp/qwac.key'],
    ['SEAL_KEY', '$PKI/tpp/qseal.key'],
    ['REQUEST_ID', requestIdOf(call)],
    ['DATE', "$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"],
  ]
  const host = `${call.bankCode ?? '19870'}.${groupDomain}:${sandbox.ports.api}`
  return [
    ...settings.map(([name, preset]) => `${name}=\${${name}:-${preset}}`),
    `HOST=${quote(host)}`,
    ...(call.requestHeaders.some(([name]) => name.toLowerCase() === 'authorization') ? tokenLines(sandbox, call) : []),
  ]
}

/** Lines that set ACCESS_TOKEN: one of the TPP's own from the bank, or, for what the PSU granted, a new one from the control desk. */
function tokenLines({ db, ports }: Sandbox, { personId, bankCode, clientId, target }: WireCall): string[] {
  const ofJson = (name: string) => `sed 's/.*"${name}" *: *"\\([^"]*\\)".*/\\1/'`
  const set = (...command: string[]) => [`ACCESS_TOKEN=\${ACCESS_TOKEN:-$(${command.join(' \\\n  ')})}`]
  if (personId === null) {
    const isRegistration = target.includes('/register')
    const form = new URLSearchParams({
      client_id: (isRegistration ? registrationClientIds[0] : clientId) ?? '',
      grant_type: 'client_credentials',
      scope: isRegistration ? 'manageRegistration' : 'pisp',
    })
    return set(
      'curl --silent --cert "$QWAC" --key "$QWAC_KEY" --cacert "$PKI/ca.pem" --resolve "$HOST:127.0.0.1"',
      `--data ${quote(form.toString())} "https://$HOST/stet/psd2/oauth/token" | ${ofJson('access_token')}`,
    )
  }
  const scope = target.includes('/payment-requests/') ? 'pisp' : 'aisp'
  const grant = listGrants(db, bankCode ?? '', personId).findLast(one => one.scope === scope)
  if (!grant) return ['# The customer has no access token left: set ACCESS_TOKEN to one of your own.']
  const desk = `http://127.0.0.1:${ports.screens}/desk/api/pairs/${grant.pairId}/access-token`
  return set(
    `curl --silent --header 'Host: sandbox.localhost:${ports.screens}' ${desk}`,
    `--header 'Content-Type: application/json' --data '{}' | ${ofJson('accessToken')}`,
  )
}

const digestLine = 'DIGEST="SHA-256=$(printf \'%s\' "$BODY" | openssl dgst -sha256 -binary | openssl base64 -A)"'

/** The lines that sign the same headers as the call (bank:D14); none for an unsigned call. */
function signingLines(call: WireCall, { target, headers }: Parts): string[] {
  const given = call.requestHeaders.find(([name]) => name.toLowerCase() === 'signature')?.[1]
  const parsed = given === undefined ? null : parseSignatureHeader(given)
  if (!parsed?.ok) return []
  const { keyId, headers: names } = parsed.signature
  const lines = names.map(name => {
    if (name === '(request-target)') return quote(`${name}: ${call.method.toLowerCase()} ${target}`)
    return variables[name] === undefined
      ? quote(`${name}: ${headers.find(([sent]) => sent.toLowerCase() === name)?.[1] ?? ''}`)
      : `"${name}: ${variables[name]}"`
  })
  return [
    `SIGNED=$(printf '%s\\n' ${lines.join(' \\\n  ')})`,
    'SIGNATURE=$(printf \'%s\' "$SIGNED" | openssl dgst -sha256 -sign "$SEAL_KEY" | openssl base64 -A)',
    `PROOF=${quote(`keyId="${keyId.replace(/["\\]/g, '\\$&')}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="`)}"$SIGNATURE\\""`,
  ]
}

function sendingLines(call: WireCall, { body, target, headers }: Parts, isSigned: boolean): string[] {
  const sent = headers.map(([name, value]) => {
    const variable = variables[name.toLowerCase()]
    return variable === undefined ? quote(`${name}: ${value}`) : `"${name}: ${variable}"`
  })
  const lines = [
    `curl --silent --show-error --include --globoff --path-as-is --request ${quote(call.method)}`,
    '--cert "$QWAC" --key "$QWAC_KEY" --cacert "$PKI/ca.pem"',
    '--resolve "$HOST:127.0.0.1"',
    '--header "Host: $HOST"',
    ...(isSigned ? ['--header "Signature: $PROOF"'] : []),
    ...sent.map(header => `--header ${header}`),
    // Not --data-binary: a body that begins with @ would name a file to send.
    ...(body === '' ? [] : ['--data-raw "$BODY"']),
    `"https://$HOST"${quote(target)}`,
  ]
  return [lines.join(' \\\n  ')]
}
