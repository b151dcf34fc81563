import type { Sandbox } from '#sandbox/running-bank.ts'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'

/** Whether a refresh issues a new refresh token (bank:D8): the stored setting if there is one, else the start setting. */
export function rotatesRefresh(sandbox: Sandbox): boolean {
  const stored = readSetting(sandbox.db, 'rotateRefresh')
  return stored === null ? sandbox.settings.rotateRefresh : stored === '1'
}

/** Changes the setting while the bank runs; it survives a restart. */
export function rotateRefresh(sandbox: Sandbox, on: boolean): void {
  writeSetting(sandbox.db, 'rotateRefresh', on ? '1' : '0')
}
