import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codeTriesLimit,
  formatHandoffCode,
  handoffLifeMs,
  handoffStatus,
  maskEmail,
  normalizeHandoffCode,
} from './handoff.ts'
import { linkStatuses } from './link.ts'

const now = new Date('2026-11-21T10:00:00Z')
const soon = new Date(now.getTime() + 1)
const facts = { expiresAt: soon, cancelledAt: null, flow: null, codeTries: 0 }

describe('what the computer shows', () => {
  test('waiting until the QR code is over', () => {
    expect(handoffStatus(facts, now)).toBe('waiting')
    expect(handoffStatus({ ...facts, expiresAt: now }, now)).toBe('expired')
  })

  const shown = {
    redirected: 'at_bank',
    exchanging: 'finishing',
    quarantined: 'code_needed',
    authorised: 'done',
    failed: 'failed',
    revoked: 'failed',
  } as const
  test.each(linkStatuses)('%s, whether or not the QR code is over', status => {
    const flow = { status, failure: null }
    expect(handoffStatus({ ...facts, flow }, now)).toBe(shown[status])
    expect(handoffStatus({ ...facts, flow, expiresAt: now }, now)).toBe(shown[status])
  })

  test.each(linkStatuses)('cancelled wins over %s, unless it was done before', status => {
    const cancelled = handoffStatus({ ...facts, cancelledAt: now, flow: { status, failure: null } }, now)
    expect(cancelled).toBe(status === 'authorised' ? 'done' : 'cancelled')
  })

  test('failed after the last wrong code', () => {
    const flow = { status: 'quarantined', failure: null } as const
    expect(handoffStatus({ ...facts, flow, codeTries: codeTriesLimit }, now)).toBe('failed')
  })
})

describe('the code', () => {
  test('is forty bits in two groups', () => {
    expect(formatHandoffCode(new Uint8Array([0, 0, 0, 0, 0]))).toBe('2222-2222')
    expect(formatHandoffCode(new Uint8Array([255, 255, 255, 255, 255]))).toBe('ZZZZ-ZZZZ')
  })

  test('takes five bits of the first five bytes for each character', () => {
    // 00000 00001 00010 00011 00100 00101 00110 00111
    expect(formatHandoffCode(new Uint8Array([0x00, 0x44, 0x32, 0x14, 0xc7, 0xff]))).toBe('2345-6789')
  })

  test('as typed is read to its fortieth character', () => {
    expect(normalizeHandoffCode('a'.repeat(41))).toBe('A'.repeat(40))
  })

  test('has five tries, and five minutes', () => {
    expect([codeTriesLimit, handoffLifeMs]).toEqual([5, 300_000])
  })

  test('differs when the bytes differ, and is read however it is typed', () => {
    const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const same = one.every((byte, index) => byte === other[index])
        expect(formatHandoffCode(one) === formatHandoffCode(other)).toBe(same)
        const code = formatHandoffCode(one)
        expect(normalizeHandoffCode(` ${code.toLowerCase().replace('-', ' – ')} `)).toBe(code.replace('-', ''))
      }),
    )
  })
})

test('an address is recognised by its owner and read by nobody else', () => {
  expect(maskEmail('camille@guichet.example')).toBe('c…@guichet.example')
  expect(maskEmail('c@guichet.example')).toBe('c…@guichet.example')
  expect(maskEmail('@guichet.example')).toBe('…')
  expect(maskEmail('@')).toBe('…')
})
