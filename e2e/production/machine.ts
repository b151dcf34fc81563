import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * A machine of its own to install on: this one's files with a layer above them that is thrown away, and a network of nothing but
 * itself. So the commands of the documents run as they stand there, as root, on their ports.
 */

/** Needs root, an overlay file system, and Debian, whose packages the commands install. */
export const canMakeMachine = () =>
  process.getuid?.() === 0 && ['unshare', 'apt-get', 'systemctl'].every(name => !spawnSync(name, ['--version']).error)

const enter = `
mount --make-rprivate / 2>/dev/null || mount --bind / / && mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/up,workdir=$1/work" "$1/root"
cd "$1/root"
mount --rbind /dev dev && mount -t proc proc proc && mount --rbind /sys sys && mount -t tmpfs tmpfs run
shift
exec chroot . /bin/sh -ec 'cd "$1" && shift && exec "$@"' sh "$@"`

type Stage = {
  /** Its files, kept for the next stage. */
  readonly folder: string
  /** Only what is downloaded needs this machine's network. */
  readonly isOnline: boolean
}

/** Runs a program of ours there, from this folder; what it says is said here, and it ends with us. Whether it succeeded. */
async function runThere(program: string, options: readonly string[], { folder, isOnline }: Stage): Promise<boolean> {
  const spaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isOnline ? [] : ['--net'])]
  const node = [process.execPath, '--conditions=react-server', '--disable-warning=ExperimentalWarning']
  const command = ['/bin/sh', '-ec', enter, 'sh', folder, resolve('.'), ...node, program, ...options]
  const { NODE_ENV, HOME, SOAK_PARTS } = process.env
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...spaces, ...command], {
    stdio: 'inherit',
    env: { NODE_ENV, PATH, HOME, SOAK_PARTS },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** The stages of a soak there, until one fails. */
export async function playOnMachine(
  stages: readonly { readonly name: string; readonly isOnline: boolean }[],
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  for (const name of ['up', 'work', 'root']) mkdirSync(join(folder, name))
  try {
    for (const { name, isOnline } of stages)
      if (!(await runThere('e2e/production/inside.ts', [name], { folder, isOnline }))) return false
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
