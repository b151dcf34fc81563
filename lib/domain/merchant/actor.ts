import { type ApiMode, type ApiScope, apiScopes } from './api-key.ts'
import { type ActName, acts } from './guarded-acts.ts'
import { type MemberAction, type MemberRole, may } from './membership.ts'

/** The actor of an organisation, and the permission it was checked for. */

/** What can be read of an organisation, and the role or API key scope for it. Changes are in `guarded-acts.ts`. */
const reads = {
  'payment.read': { role: 'payments.read', scope: 'payments:read' },
  'payment.export': { role: 'exports.read' },
  /** Whether the bank would cancel it. */
  'payment.cancel_check': { role: 'payments.write' },
  /** The banks that payers can choose. */
  'bank.read': { role: 'payments.read', scope: 'payments:read' },
  'invoice.read': { role: 'payments.read' },
  'link.read': { role: 'payments.read', scope: 'links:read' },
  /** The refundable amount of a payment, before a refund is prepared. */
  'refund.offer': { role: 'refunds.write' },
  'refund.read': { role: 'payments.read', scope: 'refunds:read' },
  'reconciliation.read': { role: 'payments.read' },
  'reconciliation.export': { role: 'exports.read' },
  'settlement.read': { role: 'payments.read' },
  'settlement.export': { role: 'exports.read' },
  'webhook.read': { role: 'developers.read', scope: 'webhooks:read' },
  'event.read': { role: 'developers.read', scope: 'events:read' },
  'key.read': { role: 'developers.read' },
  'member.read': { role: 'members.read' },
  'organisation.read': { role: 'members.read' },
  'activation.read': { role: 'members.read' },
} as const satisfies Readonly<Record<string, Permission>>

export type Permission = {
  /** What a member's role must allow. */
  readonly role: MemberAction
  /** Required scope of an API key; absent: no key may. */
  readonly scope?: ApiScope
}

const verbs = { ...reads, ...acts }
type Verbs = typeof verbs
type NamesOf<Wanted> = { [Name in keyof Verbs]: Verbs[Name] extends Wanted ? Name : never }[keyof Verbs]

/** Everything that can be read or done for an organisation. */
export type Verb = NamesOf<{ readonly role: MemberAction }>
/** What an API key can be allowed. */
export type KeyVerb = NamesOf<{ readonly role: MemberAction; readonly scope: ApiScope }>

/**
 * A member or an API key that was allowed `verb`. Created only by `services/merchant/actor.ts`, once per request; a
 * service names the verb in its first parameter, so an actor checked for another does not compile.
 */
export type Actor<Allowed extends Verb = Verb> = {
  readonly organisationId: string
  readonly mode: ApiMode
  /** The member, or whoever made the key. */
  readonly userId: string
  readonly via: 'member' | 'key'
  /** Of the key; a member has none. */
  readonly scopes: readonly ApiScope[]
  readonly verb: Allowed
}

/** The scopes that a key can have while its holder has a role: none allows what the role does not. */
export function scopesOfRole(role: MemberRole): readonly ApiScope[] {
  const permissions = Object.values<Partial<Permission> & { readonly why?: string }>(verbs)
  const allows = (wanted?: MemberAction) => wanted !== undefined && may(role, wanted)
  return apiScopes.filter(scope => permissions.every(one => one.scope !== scope || allows(one.role)))
}

/** The act of a verb; null for reading. */
export function actOfVerb(verb: Verb): ActName | null {
  return Object.hasOwn(acts, verb) ? (verb as ActName) : null
}

/** What a role or a key needs for a verb. */
export function permissionOf(verb: Verb): Permission {
  return verbs[verb]
}
