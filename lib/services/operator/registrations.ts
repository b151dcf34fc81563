import { BankError } from '@guichet/stet/errors.ts'
import {
  type ApplicationToRegister,
  deleteRegistration,
  readRegistration,
  registerApplication,
  replaceRegistration,
} from '@guichet/stet/registration.ts'
import { readCredentials } from '#lib/banks/credentials.ts'
import { describeApplication } from '#lib/banks.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { diffRegistrations } from '#lib/domain/bank/registration-diff.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { toRefused } from '#lib/services/banks/refusal.ts'
import {
  describeOurs,
  type RegistrationDesk,
  registerAtPlatform,
  storeRegistration,
  wishesOf,
  withRegistration,
} from '#lib/services/banks/registration.ts'
import type {
  AgentView,
  AtBankView,
  ChangePlan,
  NewAgent,
  RegistrationChange,
  RegistrationView,
} from '#lib/views/operator.ts'
import { auditOperator, checkFreshOperator, checkOperator, type Operator } from './access.ts'

/** Document 3. Changes require a fresh password and the shown plan's hash. */

export async function listRegistrations(operator: Operator): Promise<RegistrationView[]> {
  await checkOperator(operator)
  const [banks, credentials] = await Promise.all([
    db().bank.findMany({ orderBy: { code: 'asc' }, select: { code: true, platform: true, enabled: true } }),
    readCredentials(),
  ])
  const platforms = [...new Set(banks.map(({ platform }) => platform))]
  return Promise.all(
    platforms.map(async platform => {
      const ownBanks = banks.filter(bank => bank.platform === platform)
      const codes = ownBanks.map(({ code }) => code)
      const [row, agents, connections] = await Promise.all([
        db().registration.findUnique({ where: { platform } }),
        db().agent.findMany({ where: { platform }, orderBy: { legalId: 'asc' } }),
        db().connection.count({ where: { bank: { platform }, status: { not: 'disconnected' } } }),
      ])
      const change = wishesOf(row?.registered)
      const ours = { ...describeOurs(codes, credentials, change), client_id: row?.clientId }
      return {
        platform,
        banks: ownBanks.filter(({ enabled }) => enabled).map(({ code }) => code),
        connections,
        clientId: row?.clientId ?? null,
        change,
        registeredAt: row?.registeredAt.toISOString() ?? null,
        updatedAt: row?.updatedAt.toISOString() ?? null,
        due: row ? diffRegistrations(row.registered, ours) : [],
        agents: agents.map(toAgentView),
      }
    }),
  )
}

function toAgentView(row: Prisma.AgentGetPayload<object>): AgentView {
  const { id, clientId, legalId, name, registeredAt } = row
  return { id, clientId, legalId, name, registeredAt: registeredAt.toISOString() }
}

/** A bank's refusal is `bank_refused` with its words as `field`. */
async function ask<Value>(platform: string, work: (desk: RegistrationDesk) => Promise<Value>): Promise<Value> {
  try {
    return await withRegistration(platform, work)
  } catch (error) {
    if (error instanceof BankError && error.kind === 'status' && error.status !== null && error.status < 500) {
      throw new Refused('bank_refused', { field: `${error.status} ${error.detail}`.trim() })
    }
    throw toRefused(error, 'registration')
  }
}

async function findRow(platform: string) {
  return requireFound(await db().registration.findUnique({ where: { platform } }))
}

/** Also if the bank lost it. Refusals as `sendChange`. */
export async function registerHere(operator: Operator, platform: string): Promise<{ clientId: string }> {
  await checkFreshOperator(operator)
  const done = await registerAtPlatform(platform).catch(error => {
    throw toRefused(error, 'registration')
  })
  await auditOperator(operator, 'registration.ensured', { platform, clientId: done.clientId })
  return done
}

/** GET, compared with ours. Refusals: `not_found`, the bank's. */
export async function readAtBank(operator: Operator, platform: string, agentId: string | null): Promise<AtBankView> {
  await checkOperator(operator)
  const kept = agentId === null ? await findRow(platform) : await findAgent(agentId)
  const { registered } = await ask(kept.platform, ({ bank, token, context }) =>
    readRegistration(bank, token, kept.clientId, context),
  )
  const lines = diffRegistrations(kept.registered, registered)
  return { readAt: now().toISOString(), members: JSON.stringify(registered, null, 2), lines }
}

/** Sends nothing. Refusal: `not_found`. */
export async function planChange(
  operator: Operator,
  platform: string,
  change: RegistrationChange,
): Promise<ChangePlan> {
  await checkOperator(operator)
  const row = await findRow(platform)
  const application = { ...(await applicationFor(platform, change)), client_id: row.clientId }
  return {
    lines: diffRegistrations(row.registered, application),
    hash: hashOf(JSON.stringify([row.registered, application])),
  }
}

async function applicationFor(platform: string, change: RegistrationChange): Promise<ApplicationToRegister> {
  const where = { platform }
  const banks = await db().bank.findMany({ where, orderBy: { code: 'asc' }, select: { code: true } })
  return describeOurs(
    banks.map(({ code }) => code),
    await readCredentials(),
    change,
  )
}

/**
 * PUT, unless something changed since. Refusals: `not_found`, `reauthentication_required`,
 * `consent_changed_meanwhile`, `bank_refused`, `bank_unavailable`.
 */
export async function sendChange(
  operator: Operator,
  platform: string,
  { change, hash }: { readonly change: RegistrationChange; readonly hash: string },
): Promise<void> {
  await checkFreshOperator(operator)
  if ((await planChange(operator, platform, change)).hash !== hash) throw new Refused('consent_changed_meanwhile')
  const { clientId } = await findRow(platform)
  const application = await applicationFor(platform, change)
  await ask(platform, async ({ bank, token, context, credentials }) => {
    const replaced = await replaceRegistration(bank, token, { clientId, application }, context)
    await storeRegistration(platform, replaced, credentials, operator.userId)
  })
}

/** Ends every connection of the platform; `typed`: the client_id. Refusals: as `sendChange`, `invalid_input`. */
export async function removeRegistration(operator: Operator, platform: string, typed: string): Promise<void> {
  await checkFreshOperator(operator)
  const { clientId } = await findRow(platform)
  if (typed.trim() !== clientId) throw new Refused('invalid_input', { field: 'typed' })
  await ask(platform, desk => deleteOnce(desk, clientId))
  await db().$transaction(async tx => {
    await tx.registration.deleteMany({ where: { platform, clientId } })
    await auditOperator(operator, 'registration.deleted', { platform, clientId }, tx)
  })
}

/** One that is gone is a success. */
async function deleteOnce({ bank, token, context }: RegistrationDesk, clientId: string): Promise<void> {
  try {
    await deleteRegistration(bank, token, clientId, context)
  } catch (error) {
    if (!(error instanceof BankError && error.status === 404)) throw error
  }
}

/**
 * Signed by us, one request each (document 3). Refusals: as `sendChange`, `invalid_input` for a number or name in
 * use.
 */
export async function addAgent(operator: Operator, platform: string, agent: NewAgent): Promise<AgentView> {
  await checkFreshOperator(operator)
  const { registered: own } = await findRow(platform)
  if (agent.name === describeApplication().legalName) throw new Refused('invalid_input', { field: 'name' })
  const twice = await db().agent.count({ where: { platform, legalId: agent.legalId } })
  if (twice > 0) throw new Refused('invalid_input', { field: 'legalId' })
  const wishes = { ...wishesOf(own), softwareId: agent.softwareId }
  const registered = await ask(platform, ({ bank, codes, credentials, token, context }) =>
    registerApplication(bank, token, describeAgent(describeOurs(codes, credentials, wishes), agent), context),
  )
  return db().$transaction(async tx => {
    const { clientId } = registered
    const { legalId, name } = agent
    const kept = JSON.parse(JSON.stringify(registered.registered))
    const row = await tx.agent.create({ data: { platform, clientId, legalId, name, registered: kept } })
    await auditOperator(operator, 'agent.registered', { platform, clientId, legalId }, tx)
    return toAgentView(row)
  })
}

export function describeAgent(
  ours: ApplicationToRegister,
  { name, legalId }: { readonly name: string; readonly legalId: string },
): ApplicationToRegister {
  return { ...ours, client_name: name, client_legal_id: legalId }
}

/** `typed`: its AGT number. Refusals as `removeRegistration`. */
export async function removeAgent(operator: Operator, agentId: string, typed: string): Promise<void> {
  await checkFreshOperator(operator)
  const { platform, clientId, legalId } = await findAgent(agentId)
  if (typed.trim() !== legalId) throw new Refused('invalid_input', { field: 'typed' })
  await ask(platform, desk => deleteOnce(desk, clientId))
  await db().$transaction(async tx => {
    await tx.agent.deleteMany({ where: { clientId } })
    await auditOperator(operator, 'agent.deleted', { platform, clientId, legalId }, tx)
  })
}

async function findAgent(id: string) {
  return requireFound(isUuid(id) && (await db().agent.findUnique({ where: { id } })))
}
