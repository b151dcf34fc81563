import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openBank } from '@guichet/sandbox/open-bank.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { callsToRepeat, fillProgram } from './client/home.ts'

const yours = { organisationId: 'PSDFR-ACPR-12345', name: 'Your name', roles: ['PSP_AI', 'PSP_PI'] } as const
// Within the project, so that a program finds the bank's package.
mkdirSync('.data/test', { recursive: true })
const folder = mkdtempSync('.data/test/taken-')
const bank = await openBank({ tpp: yours })
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await bank.close()
})

const call = (method: string, path: string, status: number | null = 200) => ({
  method,
  target: `/stet/psd2/${path}`,
  status,
})
const reading = [
  call('POST', 'oauth/token'),
  call('GET', 'v1.6.2/accounts'),
  call('PUT', 'v1.6.2/consents', 201),
  call('GET', 'v1.6.2/accounts/0a1b2c3d/balances'),
  call('GET', 'v1.6.2/accounts/4e5f6a7b/balances'),
  call('GET', 'v1.6.2/accounts/0a1b2c3d/transactions?page=2'),
  call('GET', 'v1.6.2/end-user-identity', 429),
]
const paying = [
  call('POST', 'v1.4.2/payment-requests', 201),
  call('GET', 'v1.4.2/payment-requests/0a1b2c3d'),
  call('POST', 'v1.4.2/payment-requests/0a1b2c3d/o-confirmation'),
]
const linked = [
  ['GET', '/accounts', 200],
  ['PUT', '/consents', 201],
]

test('what can be repeated is each kind of call once, with what it needs before it', () => {
  const balances = ['GET', '/accounts/{account}/balances', 200]
  expect(callsToRepeat(reading)).toEqual([...linked, balances, ['GET', '/accounts/{account}/transactions', 200]])
  expect(callsToRepeat([call('GET', 'v1.6.2/accounts/0a1b2c3d/balances')])).toEqual([...linked, balances])
  expect(callsToRepeat(paying)).toEqual([
    ['POST', '/payment-requests', 201],
    ['GET', '/payment-requests/{payment}', 200],
  ])
  expect(callsToRepeat([])).toEqual(linked)
})

const solved = {
  python: `    import subprocess
    lines = [f'(request-target): {method.lower()} {path}'] + [f'{name.lower()}: {value}' for name, value in headers.items()]
    made = subprocess.run(['openssl', 'dgst', '-sha256', '-sign', f'{KEYS}/qseal.key'], input='\\n'.join(lines).encode(),
                          capture_output=True, check=True)
    names = ' '.join(line.split(': ')[0] for line in lines)
    return f'keyId="seal-1",algorithm="rsa-sha256",headers="{names}",signature="{base64.b64encode(made.stdout).decode()}"'`,
  php: `    $lines = ['(request-target): ' . strtolower($method) . " $path"];
    foreach ($headers as $name => $value) $lines[] = strtolower($name) . ": $value";
    global $keys;
    openssl_sign(implode("\n", $lines), $made, file_get_contents("$keys/qseal.key"), OPENSSL_ALGO_SHA256);
    $names = implode(' ', array_map(fn($line) => explode(': ', $line)[0], $lines));
    return 'keyId="seal-1",algorithm="rsa-sha256",headers="' . $names . '",signature="' . base64_encode($made) . '"';`,
  java: `    var lines = new ArrayList<>(List.of("(request-target): " + method.toLowerCase() + " " + path));
    headers.forEach((name, value) -> lines.add(name.toLowerCase() + ": " + value));
    var made = java.security.Signature.getInstance("SHA256withRSA");
    made.initSign(key);
    made.update(String.join("\\n", lines).getBytes(StandardCharsets.UTF_8));
    String names = lines.stream().map(line -> line.split(": ")[0]).collect(Collectors.joining(" "));
    return "keyId=\\"seal-1\\",algorithm=\\"rsa-sha256\\",headers=\\"" + names + "\\",signature=\\""
        + Base64.getEncoder().encodeToString(made.sign()) + "\\"";`,
  typescript: `  const lines = ['(request-target): ' + _method.toLowerCase() + ' ' + _path, ...Object.entries(_headers).map(pair => pair.join(': '))]
  const names = lines.map(line => line.split(': ')[0]).join(' ')
  const signature = createSign('sha256').update(lines.join('\\n')).sign(_key, 'base64')
  return \`keyId="\${_keyId}",algorithm="rsa-sha256",headers="\${names}",signature="\${signature}"\``,
}
const programs = [
  {
    file: 'chapter_test.py',
    command: 'python3',
    solve: (text: string) => text.replace(/ {4}raise .*/, () => solved.python),
  },
  {
    file: 'chapter_test.php',
    command: 'php',
    solve: (text: string) => text.replace(/ {4}throw new Exception\('write.*/, () => solved.php),
  },
  {
    file: 'ChapterTest.java',
    command: 'java',
    solve: (text: string) => text.replace(/ {4}throw new UnsupportedOperation.*/, () => solved.java),
  },
  {
    file: 'chapter.ts',
    command: process.execPath,
    solve: (text: string) =>
      `import { createSign } from 'node:crypto'\n${text.replace(/ {2}throw new Error.*/, () => solved.typescript)}`,
  },
]
// `java` runs a source file where its compiler is; what runs for a second need not be optimised.
const JDK_JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
const checks: Readonly<Record<string, readonly string[]>> = { java: ['--list-modules'] }
const runnable = programs.filter(({ command }) => {
  const { status, stdout } = spawnSync(command, checks[command] ?? ['--version'], { encoding: 'utf8' })
  return status === 0 && (command !== 'java' || stdout.includes('jdk.compiler'))
})

/** Whether the program ends well, and what it says. */
function run(command: string, program: string): Promise<{ isGreen: boolean; said: string }> {
  const { ca, qwac } = bank.files
  const ports = { SANDBOX_API_PORT: `${bank.apiPort}`, SANDBOX_SCREENS_PORT: `${bank.screensPort}` }
  const env = { ...process.env, ...ports, CA: ca, KEYS: dirname(qwac), JDK_JAVA_OPTIONS, NODE_OPTIONS: '' }
  return new Promise(done =>
    execFile(command, [program], { env }, (error, stdout, stderr) => done({ isGreen: !error, said: stdout + stderr })),
  )
}

describe.each(runnable)('$file, taken home', ({ file, command, solve }) => {
  const template = readFileSync(new URL(`home/${file}`, import.meta.url), 'utf8')
  const program = join(folder, file)

  test('is red at first, and says why', async () => {
    writeFileSync(program, fillProgram(template, reading))
    const red = await run(command, program)
    expect(red).toMatchObject({ isGreen: false, said: expect.stringContaining('write the signature') })
  })

  test('is green once it signs: reads, and pays', async () => {
    writeFileSync(program, solve(fillProgram(template, [...reading, ...paying])))
    expect(await run(command, program)).toEqual({ isGreen: true, said: expect.any(String) })
  })
})
