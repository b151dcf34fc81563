import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import { type CallFacts, decideFaults, type Fault, type FaultRule } from './decide.ts'

const settingName = 'deskFaults'
const loaded = new WeakMap<DatabaseSync, readonly FaultRule[]>()

/** The active faults; they survive a restart. */
export function listFaultRules(db: DatabaseSync): readonly FaultRule[] {
  const known = loaded.get(db)
  if (known) return known
  const stored: unknown = JSON.parse(readSetting(db, settingName) ?? '[]')
  // A bank that was stopped on an earlier version kept none of `about`.
  const rules = Array.isArray(stored) ? (stored as FaultRule[]).map(rule => ({ ...rule, about: rule.about ?? [] })) : []
  loaded.set(db, rules)
  return rules
}

/** Adds a fault. */
export function addFaultRule(db: DatabaseSync, rule: FaultRule): void {
  save(db, [...listFaultRules(db), rule])
}

/** Removes one fault; false if it is not active. */
export function removeFaultRule(db: DatabaseSync, id: string): boolean {
  const left = listFaultRules(db).filter(rule => rule.id !== id)
  if (left.length === listFaultRules(db).length) return false
  save(db, left)
  return true
}

/** Removes every fault. */
export function removeFaultRules(db: DatabaseSync): void {
  save(db, [])
}

/**
 * The faults that affect a call, counted. Remaining calls are stored at once; the number of calls seen by a lasting fault is kept in memory
 * only, so that a live profile costs no write per call.
 */
export function meetFaults(db: DatabaseSync, call: CallFacts, where: 'wire' | 'callback'): readonly Fault[] {
  const rules = listFaultRules(db)
  if (rules.length === 0) return []
  const decision = decideFaults(rules, call, where)
  const isCountedDown = rules.some(({ id, callsLeft }) => {
    const next = decision.rules.find(rule => rule.id === id)
    return next?.callsLeft !== callsLeft
  })
  if (isCountedDown) save(db, decision.rules)
  else loaded.set(db, decision.rules)
  return decision.faults
}

function save(db: DatabaseSync, rules: readonly FaultRule[]): void {
  loaded.set(db, rules)
  writeSetting(db, settingName, JSON.stringify(rules))
}
